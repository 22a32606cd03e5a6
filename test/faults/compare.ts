// Is this the same result? Every file byte for byte; where lines differ, it is told what became of them.
import type { Result } from './result.ts';

export const DIFFERENCES = [
  'ending',
  'missing',
  'left over',
  'lost',
  'doubled',
  'different',
  'out of order',
  'began anew',
] as const;

export interface Difference {
  readonly kind: (typeof DIFFERENCES)[number];
  readonly file: string;
  readonly detail: string;
}

export function compareResults(truth: Result, found: Result): Difference[] {
  const differences: Difference[] = [];
  if (truth.status !== found.status) {
    differences.push({ kind: 'ending', file: 'exit status', detail: `${found.status} instead of ${truth.status}` });
  }
  for (const [file, bytes] of truth.files) {
    const other = found.files.get(file);
    if (other === undefined) differences.push({ kind: 'missing', file, detail: `${bytes.length} bytes` });
    else if (!bytes.equals(other)) differences.push(...compareLines(file, bytes, other));
  }
  for (const [file, bytes] of found.files) {
    if (!truth.files.has(file)) differences.push({ kind: 'left over', file, detail: `${bytes.length} bytes` });
  }
  return differences;
}

/** One difference for each kind that there is. */
function compareLines(file: string, truth: Buffer, found: Buffer): Difference[] {
  if (!/\.(nd)?json$|^standard/.test(file)) {
    return [{ kind: 'different', file, detail: `${found.length} bytes, ${truth.length} are right` }];
  }
  const right = countLines(truth);
  const there = countLines(found);
  const lost: string[] = [];
  const doubled: string[] = [];
  const different: string[] = [];
  for (const [line, count] of right) if ((there.get(line) ?? 0) < count) lost.push(line);
  for (const [line, count] of there) {
    const expected = right.get(line) ?? 0;
    if (count > expected) (expected > 0 ? doubled : different).push(line);
  }
  const kinds = { lost, doubled, different };
  const differences = Object.entries(kinds)
    .filter(([, lines]) => lines.length > 0)
    .map(([kind, lines]): Difference => ({ kind: kind as keyof typeof kinds, file, detail: shown(lines) }));
  return differences.length > 0
    ? differences
    : [{ kind: 'out of order', file, detail: `from line ${firstOther(truth, found)} on` }];
}

/** What stands behind the last line end is a line, too. */
function countLines(bytes: Buffer): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of linesOf(bytes)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function linesOf(bytes: Buffer): string[] {
  return bytes.toString('latin1').split('\n');
}

function firstOther(truth: Buffer, found: Buffer): number {
  const others = linesOf(found);
  return linesOf(truth).findIndex((line, i) => line !== others[i]) + 1;
}

function shown(lines: readonly string[]): string {
  const first = Buffer.from(lines[0]!, 'latin1').toString();
  return `${lines.length} lines, the first: ${first.length > 120 ? `${first.slice(0, 119)}…` : first}`;
}
