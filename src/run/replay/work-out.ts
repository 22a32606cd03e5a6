/**
 * What do rejected records come to? They go through the plan twice: to learn which keys they make, and, once it is known
 * what the target has of these, to be booked as in every run.
 */
import { join } from 'node:path';
import { Fatal } from '../../errors.ts';
import type { Plan } from '../../plan/plan.ts';
import { type FindingCount, Findings } from '../../report/findings.ts';
import { Rejects } from '../../report/rejects.ts';
import type { ReplayFigures } from '../../report/report.ts';
import { Tally, type TallySnapshot } from '../../report/tally.ts';
import type { SavedRun } from '../../state/saved-run.ts';
import { REJECTS } from '../kept-files.ts';
import type { Knowledge } from '../knowledge.ts';
import { settleRecord } from './accounts.ts';
import { earlierReasons, earlierReject, isDocumentEdited } from './earlier.ts';
import { givenGroups } from './given-groups.ts';
import type { RejectGroup } from './reject-groups.ts';
import { countAdopted, findingsAfter, observeLine } from './replay-findings.ts';
import { ReplaySink } from './replay-sink.ts';
import { keySink, type ReplayTarget } from './replay-targets.ts';
import { Replayer } from './replayer.ts';

export interface ReplayProgress {
  /** What is being done. */
  readonly phase: string;
  /** Records replayed, or documents of the target looked at. */
  readonly documents: number;
  readonly bytesRead: number;
  readonly bytesTotal?: number;
}

export interface Reading {
  /** What the steps look up. */
  readonly knowledge: Knowledge;
  readonly given: string;
  readonly own: string;
  readonly signal: AbortSignal;
  readonly onNotice: ((sentence: string) => void) | undefined;
  readonly onProgress: ((progress: ReplayProgress) => void) | undefined;
}

/** The first time through: nothing is booked. */
export async function learnKeys(
  plan: Plan,
  { startedAt }: SavedRun,
  targets: readonly ReplayTarget[],
  { given, own, signal, onProgress, knowledge }: Reading,
): Promise<void> {
  const books = { tally: new Tally(), observe: () => {}, rejects: { add: () => {} } };
  const replayer = new Replayer(plan, keySink(targets), books, { startedAt, knowing: knowledge.opened() });
  for await (const { own: group, given: corrected } of givenGroups(given, own)) {
    if (corrected?.original !== undefined) replayer.replay(group, corrected.original);
    onProgress?.({ phase: 'looking for what was rejected', ...replayer.progress });
    if (signal.aborted) return;
  }
}

export interface WorkedOut {
  readonly tally: Tally;
  readonly findings: Findings;
  readonly figures: Omit<ReplayFigures, 'containers'>;
}

/** The second time: what is added, and what stays rejected, is put into the staging folder, and the books are the run's with both. */
export async function workOut(
  plan: Plan,
  saved: SavedRun,
  targets: readonly ReplayTarget[],
  { given, own, signal, staging, onNotice, onProgress, knowledge }: Reading & { readonly staging: string },
): Promise<WorkedOut> {
  const books = new Tally();
  books.merge(saved.tally as TallySnapshot);
  const now = new Tally(Infinity);
  const found = new Findings();
  const rejects = new Rejects(join(staging, REJECTS), found.observe);
  const sink = new ReplaySink(targets);
  const adopted = new Map<string, number>();
  const figures = { records: 0, passed: 0, rejects: 0, rejectedAgain: 0, untouched: 0 };
  const edited: number[] = [];
  let group: RejectGroup;
  const add: Rejects['add'] = (reject) => {
    const before = earlierReject(reject, group);
    const earlier = earlierReasons(reject, before);
    figures.rejectedAgain++;
    if (plan.hash === saved.planHash && isDocumentEdited(reject, before)) edited.push(group.line);
    rejects.add(earlier === undefined ? reject : { ...reject, earlier });
  };
  const nowBooks = { tally: now, observe: found.observe, rejects: { add } };
  const replayer = new Replayer(plan, sink, nowBooks, { startedAt: saved.startedAt, knowing: knowledge.opened() });
  try {
    for await (const { own: ownGroup, given: corrected } of givenGroups(given, own)) {
      group = ownGroup;
      if (corrected?.original === undefined) {
        figures.untouched += group.rejects.length;
        for (const reject of group.rejects) observeLine(found, reject);
        for (const line of group.lines) rejects.append(Buffer.concat([line, LINE_END]));
        continue;
      }
      const rejectedBefore = figures.rejectedAgain;
      replayer.replay(group, corrected.original);
      figures.records++;
      figures.rejects += group.rejects.length;
      if (figures.rejectedAgain === rejectedBefore) figures.passed++;
      const outcome = sink.outcome();
      const counted = now.take();
      settleRecord(books, goneOf(group), counted, readAsOf(group));
      countAdopted(adopted, outcome);
      if (outcome.added > 0) for (const { step, path, count } of counted.lost) books.lose(step, path, count);
      onProgress?.({ phase: 'replaying', ...replayer.progress });
      if (signal.aborted) break;
    }
  } finally {
    rejects.close();
    sink.close();
  }
  if (!signal.aborted) refuseOtherNumber(own, figures.rejects + figures.untouched, rejectedIn(saved));
  if (edited.length > 0) onNotice?.(editedText(edited, given));
  return { tally: books, findings: findingsAfter(saved.findings as FindingCount[], found, adopted), figures };
}

const LINE_END = Buffer.from('\n');

function rejectedIn({ tally }: SavedRun): number {
  return Object.values((tally as TallySnapshot).entities).reduce((sum, { rejected }) => sum + rejected, 0);
}

/** @throws Fatal when the rejects file does not hold the rejects of the run: then it says nothing of those that are left */
function refuseOtherNumber(own: string, found: number, known: number): void {
  if (found === known) return;
  const message = `${own} has ${found} ${found === 1 ? 'reject' : 'rejects'}, and the run has ${known}.`;
  const advice =
    found > known
      ? 'Is it an older copy of the file? What went through already must not be replayed once more.'
      : 'Put the lines back that are missing. To replay some of them only, copy these into a file of their own and name it with --state.';
  throw new Fatal('usage', message, { advice });
}

function editedText(lines: readonly number[], file: string): string {
  const many = lines.length === 1 ? '' : `, and ${lines.length - 1} more`;
  return `${file}:${lines[0]}${many}: "doc" was edited, and what is replayed is "original"; edit that instead.`;
}

/** What was refused before any step was read as the entity that its reject names. */
function readAsOf({ rejects: [first] }: RejectGroup): string | undefined {
  return first?.stage === 'parse' ? first.entity : undefined;
}

function goneOf({ rejects }: RejectGroup): Map<string, number> {
  const gone = new Map<string, number>();
  for (const { entity } of rejects) gone.set(entity, (gone.get(entity) ?? 0) + 1);
  return gone;
}
