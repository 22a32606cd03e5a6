/** What is said where a run that was stopped cannot go on, because something it stands on has changed? */
import { Fatal } from '../errors.ts';
import type { SavedRun, TargetIdentity, RunIdentity } from '../state/saved-run.ts';
import { planChanges } from './plan-changes.ts';
import { secretChanges } from './secrets.ts';
import { savedCommand } from './saved-command.ts';
import { sourceChanges } from './source-changes.ts';

/** What is different, a line or more each; none where the saved run can go on as this one. */
export function runChanges(saved: SavedRun, now: RunIdentity): string[] {
  return [
    ...changed('the plan is called', saved.planName, now.planName),
    ...changed('the command is', saved.command, now.command),
    ...changed('the target is', targetText(saved.target), targetText(now.target)),
    ...changed('the limit is', limitText(saved), limitText(now)),
    ...planLines(saved, now),
    ...secretChanges(saved.secrets, now.secrets),
    ...sourceChanges(saved.sources, now.sources),
    ...referenceLines(saved, now),
  ];
}

/** What the plan says of them has been told by then. */
function referenceLines({ references: was = [] }: SavedRun, { references: is = [] }: RunIdentity): string[] {
  return was.length === 0 && is.length === 0 ? [] : sourceChanges(was, is).map((line) => `of the references, ${line}`);
}

export interface Ways {
  readonly stateFolder: string;
  /** What is typed to begin anew. */
  readonly freshCommand: string;
}

export function changedRun(saved: SavedRun, now: RunIdentity, changes: readonly string[], ways: Ways): Fatal {
  const { stateFolder, freshCommand } = ways;
  const message = `The run in ${stateFolder} that was stopped cannot go on, since this is not the same any more:`;
  const anew = `To begin anew and discard what it has done:\n${freshCommand}`;
  const isStream = saved.sources.some(({ size }) => size === undefined);
  const back = isStream
    ? 'A run that reads from a file instead could go on.'
    : `To go on with it, put back what it began with, and then:\n${savedCommand(saved, stateFolder)}`;
  return new Fatal('usage', [message, ...changes.map((line) => `  ${line}`)].join('\n'), {
    advice: `${anew}\n${back}${isAnotherCall(saved, now) ? BESIDE : ''}`,
  });
}

const BESIDE = '\nTo leave it as it is and work beside it, name another folder for this one with --state.';

/** What was typed is another thing to do, not the same one on something that has changed. */
function isAnotherCall(saved: SavedRun, now: RunIdentity): boolean {
  const isOther = saved.command !== now.command || saved.limit !== now.limit;
  return isOther || targetText(saved.target) !== targetText(now.target);
}

function changed(what: string, was: string, is: string): string[] {
  return was === is ? [] : [`${what} ${is}, was ${was}`];
}

function targetText({ kind, folder, database }: TargetIdentity): string {
  if (kind === 'cosmos') return database ?? 'a database';
  if (kind === 'folder') return folder ?? 'a folder';
  return folder === undefined ? 'the embedded container' : `the embedded container, and ${folder}`;
}

function limitText({ limit }: RunIdentity): string {
  return limit === undefined ? 'none' : limit.toLocaleString('en-US');
}

function planLines(saved: SavedRun, now: RunIdentity): string[] {
  if (saved.planHash === now.planHash) return [];
  const changes = planChanges(saved.planParts, now.planParts);
  return changes.length > 0
    ? changes
    : ['this version of remodel reads the plan in another way than the one that began'];
}
