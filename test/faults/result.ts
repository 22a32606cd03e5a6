// What has a run left? Every file, what it printed, and how it ended, without what is different every time.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Ended, Place } from './start.ts';

export interface Result {
  readonly status: number | null;
  /** By the path in the folder of the run. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** The printed report counts as a file. */
export const PRINTED = 'standard output';

export function readResult({ folder }: Place, { status, stdout }: Ended): Result {
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).replaceAll('\\', '/');
    if (name !== DATABASE) files.set(name, settled(name, readFileSync(path), folder));
  }
  files.set(PRINTED, settled(PRINTED, Buffer.from(stdout), folder));
  return { status, files };
}

/** What it holds is told by its export, and by a run that resumes from it. */
const DATABASE = 'state/state.db';

/** Without times and without the place where it all happened. */
function settled(name: string, bytes: Buffer, folder: string): Buffer {
  if (!REPORTS.includes(name)) return bytes;
  const text = bytes.toString().replaceAll(folder, '<folder>').replaceAll(TIMES, '');
  return Buffer.from(name === CHECKPOINT ? inOrder(text) : text);
}

/** It comes from tables, in the order in which their rows were made. */
function inOrder(checkpoint: string): string {
  return checkpoint.split('\n').toSorted().join('\n');
}

const CHECKPOINT = 'state/checkpoint.json';
const REPORTS = [PRINTED, 'state/report.json', CHECKPOINT];
const TIMES = /^ *"(startedAt|committedAt|seconds)": .*\n/gm;
