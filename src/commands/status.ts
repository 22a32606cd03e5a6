/** Where does a run stand? Read off its state, also while another process works on it. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { Fatal } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import { readPlan } from '../plan/read.ts';
import { problemText } from '../plan/problem.ts';
import type { EntityTally, TallySnapshot } from '../report/tally.ts';
import { DUPLICATES } from '../run/contests/duplicates.ts';
import { COMPLETE, REJECTS } from '../run/kept-files.ts';
import { pendingIn } from '../run/replay/pending.ts';
import { savedCommand } from '../run/saved-command.ts';
import { shellText } from '../run/shell-text.ts';
import { defaultStateFolder } from '../state/folder.ts';
import { readState, type StateSeen } from '../state/read-state.ts';
import type { RunIdentity, SavedRun, StageProgress } from '../state/saved-run.ts';
import { type ShardStatus, shardStatuses } from './shard-statuses.ts';

/** `silent`: its process lives, as far as is known, and has outlived its lease; `died`: it is gone, and nothing says why, or it left a replay half done. */
export type Standing = 'running' | 'silent' | 'interrupted' | 'failed' | 'complete' | 'died';

export interface Status {
  readonly formatVersion: 1;
  readonly command: RunIdentity['command'];
  readonly plan: { readonly name: string; readonly file: string; readonly hash: string };
  readonly stateFolder: string;
  readonly startedAt: string;
  readonly state: Standing;
  /** Why it ended before its end. */
  readonly reason?: string;
  /** Whose process works on it, or did so last; seconds before now, or after. */
  readonly owner?: {
    readonly pid: number;
    readonly host: string;
    readonly user: string;
    readonly since: string;
    readonly lastSignOfLife: number;
    readonly leaseEndsIn: number;
  };
  readonly stages: readonly StageProgress[];
  readonly shards: readonly ShardStatus[];
  readonly documents: number;
  /** Bytes of the files that have been read, and of all of them where that is known. */
  readonly bytesRead: number;
  readonly bytesTotal?: number;
  /** Since the process began that worked on it last. */
  readonly sinceStart: { readonly seconds: number; readonly documents: number; readonly documentsPerSecond?: number };
  readonly entities: Readonly<Record<string, EntityTally>>;
  readonly rejected: number;
  readonly rejectsFile?: string;
  /** Absent where no document stands for others. */
  readonly duplicatesFile?: string;
  /** Kinds of findings. */
  readonly findings: number;
  readonly committedAt: string;
  /** Seconds since the last commit. */
  readonly commitAge: number;
  /** What has to be typed to go on; absent while it runs and when it is complete. */
  readonly goOn?: string;
}

export interface StatusQuestion {
  readonly state?: string;
  /** How paths are written in the command that goes on; by default relative to the working folder. */
  readonly shown?: (path: string) => string;
}

/** @throws Fatal when there is no state, or no plan that says where it is */
export async function status(planFile: string, { state, shown }: StatusQuestion): Promise<Status> {
  const stateFolder = state === undefined ? await folderOf(planFile) : resolve(state);
  const seen = readState(stateFolder);
  if (seen?.saved === undefined) {
    throw new Fatal('usage', `No run has left a state in ${stateFolder}.`, {
      advice: 'Begin one with "remodel rehearse" or "remodel run", or name the folder of its state with --state.',
    });
  }
  return statusOf(seen, seen.saved, stateFolder, { now: Date.now(), shown });
}

async function folderOf(planFile: string): Promise<string> {
  const { file, name } = await planIn(planFile);
  return defaultStateFolder(file, name);
}

async function planIn(planFile: string): Promise<Plan> {
  const { plan, problems } = await readPlan(planFile, { env: process.env, lenientTarget: true });
  if (plan !== undefined) return plan;
  throw new Fatal('usage', problems.map(problemText).join('\n'), {
    advice: 'Mend the plan, or name the folder of the state with --state.',
  });
}

interface Asked {
  readonly now: number;
  readonly shown: StatusQuestion['shown'] | undefined;
}

function statusOf(seen: StateSeen, saved: SavedRun, stateFolder: string, { now, shown }: Asked): Status {
  const { command, planName, planFile, planHash, startedAt, stages, sources, start, bytesRead = 0 } = saved;
  const tally = saved.tally as TallySnapshot;
  const before = (start.tally as TallySnapshot | undefined)?.source.documents ?? 0;
  const { documents } = tally.source;
  const seconds = Math.max(0, saved.committedAt - start.at) / 1000;
  const state = standingOf(seen, saved, now);
  const rejected = Object.values(tally.entities).reduce((sum, entity) => sum + entity.rejected, 0);
  const sizes = sources.map(({ size }) => size);
  const isOver = state === 'complete' || state === 'running';
  return {
    formatVersion: 1,
    command,
    plan: { name: planName, file: planFile, hash: planHash },
    stateFolder,
    startedAt: new Date(startedAt).toISOString(),
    state,
    ...(state === 'failed' || state === 'interrupted' ? { reason: saved.ended! } : {}),
    ...ownerOf(seen, state, now),
    stages,
    shards: shardStatuses(saved),
    documents,
    bytesRead,
    ...(sizes.includes(undefined) ? {} : { bytesTotal: sizes.reduce((sum: number, size) => sum + size!, 0) }),
    sinceStart: {
      seconds,
      documents: documents - before,
      ...(seconds > 0 ? { documentsPerSecond: Math.round((documents - before) / seconds) } : {}),
    },
    entities: tally.entities,
    rejected,
    ...((saved.files[REJECTS] ?? 0) > 0 ? { rejectsFile: resolve(stateFolder, REJECTS) } : {}),
    ...(existsSync(join(stateFolder, DUPLICATES)) ? { duplicatesFile: resolve(stateFolder, DUPLICATES) } : {}),
    findings: (saved.findings as readonly unknown[]).length,
    committedAt: new Date(saved.committedAt).toISOString(),
    commitAge: Math.max(0, now - saved.committedAt) / 1000,
    ...(isOver ? {} : { goOn: commandOf(saved, stateFolder, shown) }),
  };
}

/** A replay that died is brought to its end by the next one. */
function commandOf(saved: SavedRun, stateFolder: string, shown: Asked['shown']): string {
  if (pendingIn(saved) === undefined) return savedCommand(saved, stateFolder, shown);
  return shellText(['remodel', 'replay', join(stateFolder, REJECTS)]);
}

function standingOf({ owner, isOwnerAlive }: StateSeen, saved: SavedRun, now: number): Standing {
  const { ended, endedBy } = saved;
  if (owner !== undefined && !owner.hasLeft && isOwnerAlive !== false)
    return now < owner.expiresAt ? 'running' : 'silent';
  if (ended === undefined || pendingIn(saved) !== undefined) return 'died';
  if (ended === COMPLETE) return 'complete';
  return endedBy === 'interrupted' ? 'interrupted' : 'failed';
}

function ownerOf({ owner }: StateSeen, state: Standing, now: number): Pick<Status, 'owner'> {
  // One that has let go of the state did not die: it was refused, and says nothing of the one before it.
  if (owner === undefined || owner.hasLeft) return {};
  if (!(state === 'running' || state === 'silent' || state === 'died')) return {};
  const { pid, host, user, since, renewedAt, expiresAt } = owner;
  return {
    owner: {
      pid,
      host,
      user,
      since: new Date(since).toISOString(),
      lastSignOfLife: Math.max(0, now - renewedAt) / 1000,
      leaseEndsIn: (expiresAt - now) / 1000,
    },
  };
}
