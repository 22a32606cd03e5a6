/** What does the report of a run say after a replay? The run's figures as they are now, and what the replay has done. */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '../../plan/plan.ts';
import type { Findings } from '../../report/findings.ts';
import { buildReport, type ReplayFigures, type Report } from '../../report/report.ts';
import type { Tally } from '../../report/tally.ts';
import type { SavedRun } from '../../state/saved-run.ts';
import { Forms } from '../forms.ts';
import { REJECTS } from '../kept-files.ts';
import type { ReplayTarget } from './replay-targets.ts';

const REPORT = 'report.json';

export interface ReplayReportInput {
  readonly plan: Plan;
  readonly saved: SavedRun;
  readonly stateFolder: string;
  readonly targets: readonly ReplayTarget[];
  readonly dryRun: boolean;
  readonly tally: Tally;
  readonly findings: Findings;
  readonly figures: Omit<ReplayFigures, 'containers'>;
}

export function replayReport({
  plan,
  saved,
  stateFolder,
  targets,
  dryRun,
  tally,
  findings,
  figures,
}: ReplayReportInput): Report {
  const containers = targets.map(({ container, counts }) => ({
    label: container.label,
    documents: counts.documents + counts.added,
    bytes: counts.bytes + counts.addedBytes,
    maxItemBytes: counts.maxItemBytes,
    uniqueConflicts: 0,
  }));
  const replayed = targets.map(({ container, counts }) => [
    container.label,
    { added: counts.added, there: counts.there },
  ]);
  const rejects = tally.rejected() > 0 ? { rejects: join(stateFolder, REJECTS) } : {};
  return buildReport({
    command: 'run',
    plan,
    limit: saved.limit,
    dryRun,
    startedAt: saved.startedAt,
    seconds: secondsOf(stateFolder),
    tally,
    findings,
    containers,
    forms: new Forms(saved.facts).all,
    replay: { ...figures, containers: Object.fromEntries(replayed) as ReplayFigures['containers'] },
    files: { state: stateFolder, ...rejects, out: saved.target.folder! },
  });
}

/** Puts the report where the replay takes it from when it is decided; it and the rejects are on the disk then. */
export function stageReport(staging: string, report: Report): void {
  const rejects = openSync(join(staging, REJECTS), 'r+');
  fsyncSync(rejects);
  closeSync(rejects);
  const file = openSync(join(staging, REPORT), 'w', 0o600);
  try {
    const text = Buffer.from(`${JSON.stringify(report, null, 2)}\n`);
    for (let at = 0; at < text.length;) at += writeSync(file, text, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The report in the state folder. */
export function savedReport(stateFolder: string): Report {
  return JSON.parse(readFileSync(join(stateFolder, REPORT), 'utf8')) as Report;
}

/** How long the run took; its report may be gone. */
function secondsOf(stateFolder: string): number {
  try {
    return savedReport(stateFolder).seconds;
  } catch {
    return 0;
  }
}
