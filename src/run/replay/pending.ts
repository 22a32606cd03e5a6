/**
 * How does a replay change files that are complete, at whatever instant it dies? What it adds is made beside them first,
 * in a folder of its own. Then the state says, in one commit, what has been decided: from here on the replay is carried
 * out, by this process or by the next one that opens the state. Carrying out names the place of each byte, so that doing
 * it once more changes nothing; the last commit, with the new lengths and books, forgets the decision.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { asFatal, Fatal } from '../../errors.ts';
import { reopenLines } from '../../reopened-file.ts';
import type { Progress, SavedRun } from '../../state/saved-run.ts';
import type { Store } from '../../state/store.ts';
import { COMPLETE, REJECTS } from '../kept-files.ts';
import { renameOver } from '../../renamed-file.ts';

/** What has been decided, as the state keeps it. */
export interface PendingReplay {
  /** The folder, within that of all replays, in which everything lies. */
  readonly folder: string;
  readonly outputs: readonly PendingOutput[];
  /** The books afterwards. */
  readonly after: Pick<Progress, 'files' | 'tally' | 'findings'>;
}

/** What is added to one file of documents. */
export interface PendingOutput {
  readonly path: string;
  /** Its length before; 0 where it is new. */
  readonly from: number;
  /** The file that holds what is added, within the folder. */
  readonly staged: string;
  readonly length: number;
}

/** The fact of the state that holds it. */
const FACT = 'replay';
/** The folder of all replays within the state folder; each has one of its own in it, so that two never meet. */
const STAGED = 'replay';
/** What replaces the files of these names in the state folder. */
const REPLACED = [REJECTS, 'report.json'];

/** A new folder for what a replay is about to add. */
export function stagingFolder(stateFolder: string): string {
  return join(stateFolder, STAGED, randomUUID());
}

/** Removes what has not been decided. */
export function clearStaging(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const above = dirname(folder);
  if (basename(above) === STAGED && existsSync(above) && readdirSync(above).length === 0) rmdirSync(above);
}

/** Decides a replay whose files are all staged, and carries it out; answers with what is saved then. */
export function decide(store: ReplayStore, saved: SavedRun, pending: PendingReplay): SavedRun {
  store.amend({ ...progressOf(saved), facts: { ...saved.facts, [FACT]: pending } });
  try {
    return carryOut(store, saved, pending);
  } catch (error) {
    const failure = asFatal(error);
    throw failure?.exit === 'fatal' ? halfDone(failure) : error;
  }
}

/**
 * What is saved, once a replay that was stopped in the middle is behind it: one that had been decided is carried out,
 * of another one nothing is left.
 * @param isWanted whether what it comes to is needed, so that it has to be carried out
 */
export function settleReplay(
  store: ReplayStore,
  saved: SavedRun | undefined,
  isWanted: boolean = true,
): SavedRun | undefined {
  const pending = pendingIn(saved);
  if (saved !== undefined && pending !== undefined) {
    try {
      return carryOut(store, saved, pending);
    } catch (error) {
      if (isWanted || !(error instanceof Fatal) || error.exit === 'locked') throw error;
    }
  }
  const folder = join(store.folder, STAGED);
  if (existsSync(folder)) store.whileHeld(() => rmSync(folder, { recursive: true, force: true }));
  return saved;
}

/** The replay that has been decided and perhaps not been carried out. */
export function pendingIn(saved: SavedRun | undefined): PendingReplay | undefined {
  return saved?.facts?.[FACT] as PendingReplay | undefined;
}

export type ReplayStore = Pick<Store, 'folder' | 'amend' | 'whileHeld'>;

function carryOut(store: ReplayStore, saved: SavedRun, { folder: name, outputs, after }: PendingReplay): SavedRun {
  const folder = join(store.folder, STAGED, name);
  store.whileHeld(() => {
    for (const output of outputs) addTo(output, folder);
    for (const replaced of REPLACED) {
      const staged = join(folder, replaced);
      // What is not there any more has got its name already.
      if (existsSync(staged)) renameOver(staged, join(store.folder, replaced));
    }
  });
  const { [FACT]: _carriedOut, ...facts } = saved.facts;
  const settled = { ...progressOf(saved), ...after, files: { ...saved.files, ...after.files }, facts };
  store.amend(settled);
  store.whileHeld(() => rmSync(join(store.folder, STAGED), { recursive: true, force: true }));
  return { ...saved, ...settled };
}

function addTo({ path, from, staged, length }: PendingOutput, folder: string): void {
  if (from === 0 && !existsSync(path)) closeSync(openSync(path, 'w'));
  const target = reopenLines(path, from);
  const source = openSync(join(folder, staged), 'r');
  try {
    const buffer = Buffer.allocUnsafe(Math.min(length, CHUNK));
    for (let at = 0; at < length;) {
      const size = readSync(source, buffer, 0, Math.min(buffer.length, length - at), at);
      if (size === 0) throw cutOff(join(folder, staged));
      for (let written = 0; written < size;)
        written += writeSync(target, buffer, written, size - written, from + at + written);
      at += size;
    }
    fsyncSync(target);
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

const CHUNK = 1 << 20;

function halfDone(failure: Fatal): Fatal {
  return new Fatal('fatal', failure.message, {
    cause: failure,
    advice:
      `${failure.advice ?? ''} The replay is decided and not carried out yet, or in part: call it again, and it comes to its end.`.trim(),
  });
}

function cutOff(path: string): Fatal {
  return new Fatal('fatal', `${path} has lost what a replay was about to add.`, {
    advice: 'Something else has changed it, or the machine lost power: run the plan anew with --fresh.',
  });
}

function progressOf({ stages, positions, files, facts, tally, findings }: SavedRun): Progress {
  return { stages, positions, files, facts, tally, findings, ended: COMPLETE };
}
