/** What is different between the sources that a run began with and those that are there now? */
import type { SourceIdentity } from '../state/saved-run.ts';

/** Where a file has at most so many bytes, its two ends are all of it, and its time says nothing more. */
const BOTH_ENDS = 2 * 64 * 1024;

/** Sentences without an end; none where they are the same, as far as can be seen without reading all of them. */
export function sourceChanges(was: readonly SourceIdentity[], is: readonly SourceIdentity[]): string[] {
  if (was.length === is.length && was.every(({ source }, i) => source === is[i]!.source))
    return was.flatMap((before, i) => fileChanges(before, is[i]!));
  const gone = was.filter(({ source }) => !is.some((other) => other.source === source));
  const come = is.filter(({ source }) => !was.some((other) => other.source === source));
  const changes: string[] = [];
  for (const before of gone) {
    const i = come.findIndex((now) => hasSameContent(before, now));
    const [now] = i < 0 ? [] : come.splice(i, 1);
    changes.push(now === undefined ? `${before.source} is gone` : `${before.source} is called ${now.source} now`);
  }
  changes.push(...come.map(({ source }) => `${source} is new`));
  return changes.length > 0 ? changes : ['the order of the sources has changed'];
}

function fileChanges(was: SourceIdentity, is: SourceIdentity): string[] {
  const { source } = is;
  if (is.size === undefined || was.size === undefined) return [`${source} is a stream, which cannot be read again`];
  if (was.size !== is.size) return [`${source} had ${bytes(was.size)}, has ${bytes(is.size)}`];
  if (!hasSameContent(was, is)) {
    const where = was.head === is.head ? 'end' : 'beginning';
    return [`${source} has as many bytes as before (${bytes(is.size)}) and another content: look at its ${where}`];
  }
  if (is.size <= BOTH_ENDS || timeOf(was) === timeOf(is)) return [];
  return [
    `${source} was written again: at ${timeOf(was)} before, at ${timeOf(is)} now; if its content is the same, give it its time back: touch -d ${timeOf(was)} ${source}`,
  ];
}

function hasSameContent(a: SourceIdentity, b: SourceIdentity): boolean {
  return a.size !== undefined && a.size === b.size && a.head === b.head && a.tail === b.tail;
}

/** To the millisecond, as tools that copy files keep no more. */
function timeOf({ modifiedAt = 0 }: SourceIdentity): string {
  return new Date(Math.round(modifiedAt)).toISOString();
}

function bytes(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'byte' : 'bytes'}`;
}
