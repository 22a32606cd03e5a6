// Runs a plan into files, mends what was rejected, and replays it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replay, type ReplayOptions, type ReplayResult } from '../../../src/run/replay.ts';
import { linesOf, planIn, type RejectLine, runIn } from '../running.ts';

export interface ReplayInto {
  /** The text of the corrected plan. */
  readonly plan: string;
  /** The file that is given. @default that of the run */
  readonly rejects?: string;
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
  readonly onNotice?: (sentence: string) => void;
}

export async function ranIn(folder: string, plan: string): Promise<void> {
  await runIn(folder, await planIn(folder, plan));
}

export async function replayIn(folder: string, { plan, rejects, ...more }: ReplayInto): Promise<ReplayResult> {
  const options: ReplayOptions = {
    rejects: rejects ?? rejectsIn(folder),
    stateFolder: join(folder, 'state'),
    planOf: () => planIn(folder, plan),
    ...more,
  };
  return replay(options);
}

export function rejectsIn(folder: string): string {
  return join(folder, 'state/rejects.ndjson');
}

export function rejectLines(folder: string): RejectLine[] {
  return linesOf(rejectsIn(folder)).map((line) => JSON.parse(line) as RejectLine);
}

/** Edits the texts of rejected records, as somebody would in the file; `undefined` leaves one as it is. */
export function mend(folder: string, mended: (original: string, line: RejectLine) => string | undefined): void {
  const lines = linesOf(rejectsIn(folder)).map((text) => {
    const line = JSON.parse(text) as RejectLine;
    const original = line.original === undefined ? undefined : mended(line.original, line);
    return original === undefined ? text : JSON.stringify({ ...line, original });
  });
  writeFileSync(rejectsIn(folder), lines.map((line) => `${line}\n`).join(''));
}

/** The text of every file below `out`, and of the rejects. */
export function contentIn(folder: string): Record<string, string> {
  const out = join(folder, 'out');
  const names = existsSync(out) ? readdirSync(out).toSorted() : [];
  const files = names.map((name): [string, string] => [name, readFileSync(join(out, name), 'utf8')]);
  return { ...Object.fromEntries(files), rejects: readFileSync(rejectsIn(folder), 'utf8') };
}

export function documentsIn(folder: string): Record<string, string[]> {
  const { rejects: _rejects, ...files } = contentIn(folder);
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, text.split('\n').slice(0, -1).toSorted()]),
  );
}
