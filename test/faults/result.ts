// What has a run left? Every file, what it printed, and how it ended, without what is different every time.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Ended, Place } from './start.ts';

export interface Result {
  readonly status: number | null;
  /** By the path in the folder of the run; of folders the path ends with a slash. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** The printed report counts as a file. */
export const PRINTED = 'standard output';

export function readResult({ folder }: Place, { status, stdout }: Ended): Result {
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).replaceAll('\\', '/');
    if (entry.isDirectory()) files.set(`${name}/`, NOTHING);
    else if (name !== DATABASE) files.set(name, settled(name, readFileSync(path), folder));
  }
  files.set(PRINTED, settled(PRINTED, Buffer.from(stdout), folder));
  return { status, files };
}

/** What only a run that goes on needs is not there any more, not even an empty folder for it. */
export function leftoversIn({ files }: Result): string[] {
  return [...files.keys()].filter((name) => /^state\/(knowledge|gathered|remembered)\b/.test(name));
}

const NOTHING = Buffer.alloc(0);

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
