/** Would the run write over what it reads, or over its own rejects? Such a run is refused before any file is opened for writing. */
import { fstatSync, realpathSync, statSync, type BigIntStats } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { PARTIAL } from '../container/unfinished-file.ts';
import { Fatal } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import type { Shard } from '../source/source.ts';
import { CONTAINERS } from '../sink/embedded-state.ts';
import { STATE_FILE } from '../state/folder.ts';
import { DUPLICATES } from './contests/duplicates.ts';
import { REJECTS } from './kept-files.ts';
import { outputFolder, type RunTarget } from './target.ts';

/** The files of a state folder; the embedded containers stand in a folder beside them. */
const STATE_FILES = [STATE_FILE, `${STATE_FILE}-wal`, REJECTS, DUPLICATES, 'report.json', 'checkpoint.json'];
const STANDARD_INPUT = 0;

export function refuseOverlap(
  plan: Plan,
  target: RunTarget,
  stateFolder: string,
  shards: readonly Pick<Shard, 'path' | 'source'>[],
): void {
  const outputs = outputFiles(plan, target);
  const states = STATE_FILES.map((name) => join(stateFolder, name));
  const containers = realPath(join(stateFolder, CONTAINERS)) + sep;
  for (const file of outputs) {
    const real = realPath(file);
    if (!states.some((state) => realPath(state) === real) && !real.startsWith(containers)) continue;
    throw new Fatal('usage', `${file} would be written as a container's documents, and as the state of the run.`, {
      advice: 'Name another folder for one of them: --state, and --to or --out.',
    });
  }
  const written = new Map([...outputs, ...states].map((file) => [identityOf(statOf(file)), file]));
  written.delete(undefined);
  for (const { path, source } of shards) {
    const isKept = path !== undefined && realPath(path).startsWith(containers);
    const file = isKept ? path : written.get(identityOf(path === undefined ? standardInput(source) : statOf(path)));
    if (file === undefined) continue;
    throw new Fatal('usage', `${source} is read by the plan, and this run would replace it as ${file}.`, {
      advice:
        'Copy it elsewhere first and read the copy, narrow the pattern, or name other folders (--state, --to, --out).',
    });
  }
}

function outputFiles(plan: Plan, target: RunTarget): string[] {
  const folder = outputFolder(target);
  if (folder === undefined) return [];
  return plan.containers.flatMap(({ label }) => {
    const file = join(folder, `${label}.ndjson`);
    return [file, file + PARTIAL];
  });
}

/** Links followed as far as there is something. */
function realPath(path: string): string {
  const parent = resolve(path, '..');
  if (parent === path) return path;
  try {
    return realpathSync(path);
  } catch {
    return join(realPath(parent), path.slice(parent.length));
  }
}

/** The same for all names of one file. */
function identityOf(status: BigIntStats | undefined): string | undefined {
  return status?.isFile() === true ? `${status.dev}:${status.ino}` : undefined;
}

function statOf(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

/** What `-` stands for, which may be a file as well. */
function standardInput(source: string): BigIntStats | undefined {
  try {
    return source === '-' ? fstatSync(STANDARD_INPUT, { bigint: true }) : undefined;
  } catch {
    // It is closed: nothing can be read from it.
    return undefined;
  }
}
