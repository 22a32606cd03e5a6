/** What happened, in one JSON object? Put together from the tallies, the findings and what the containers hold. */
import type { Plan } from '../plan/plan.ts';
import { forecast, type Forecast, writeCharge } from './forecast.ts';
import type { Finding, Findings } from './findings.ts';
import { type FileForm, type SourceFiles, sourceFiles } from './source-files.ts';
import { balance, type Balance, type EntityTally, type Lost, type Tally } from './tally.ts';

export interface Report {
  readonly formatVersion: 1;
  readonly command: 'rehearse' | 'run';
  readonly plan: { readonly name: string; readonly hash: string; readonly file: string };
  /** Records of the sources that were read at most; absent when all were. */
  readonly limit?: number;
  /** Nothing was written: the figures are what would be. */
  readonly dryRun?: true;
  /** What the last replay of its rejects has done; its figures are in the others already. */
  readonly replay?: ReplayFigures;
  readonly startedAt: string;
  readonly seconds: number;
  /** Absent when the run came to its end; else why it did not. */
  readonly incomplete?: string;
  readonly source: { readonly documents: number; readonly bytes: number; readonly files: readonly SourceFiles[] };
  readonly entities: Readonly<Record<string, EntityTally>>;
  readonly containers: Readonly<Record<string, ContainerReport>>;
  /** Rejected documents, each a line of the rejects file. */
  readonly rejected: number;
  /** Documents that another one stands for, each a line of the duplicates file; absent when there are none. */
  readonly duplicates?: number;
  readonly findings: readonly Finding[];
  readonly lost: readonly Lost[];
  readonly forecast: Forecast;
  readonly balance: Balance;
  /** Where things were written, absolute. */
  readonly files: ReportFiles;
}

export interface ReplayFigures {
  /** Rejected records that were taken through the plan once more, and those that left no reject. */
  readonly records: number;
  readonly passed: number;
  /** Rejects that these records had, and those that they have now. */
  readonly rejects: number;
  readonly rejectedAgain: number;
  /** Rejects that were left as they are. */
  readonly untouched: number;
  /** Documents that were added, and those that were there already; by the container's label. */
  readonly containers: Readonly<Record<string, { readonly added: number; readonly there: number }>>;
}

export interface ReportFiles {
  readonly state: string;
  /** The rejects file; absent when nothing was rejected. */
  readonly rejects?: string;
  /** The duplicates file; absent when no document stands for others. */
  readonly duplicates?: string;
  /** The folder of the accepted documents; absent when they were not written as files. */
  readonly out?: string;
}

export interface ContainerReport {
  readonly name: string;
  readonly partitionKey: readonly string[];
  readonly uniqueKeys: readonly (readonly string[])[];
  readonly documents: number;
  readonly bytes: number;
  readonly maxItemBytes: number;
  /** Absent where nothing knows the partition keys: a run into a folder. */
  readonly logicalPartitions?: number;
  readonly largestPartition?: { readonly key: readonly unknown[]; readonly documents: number; readonly bytes: number };
  readonly uniqueConflicts: number;
  readonly ru: { readonly write: number; readonly storageGB: number };
}

/** What a container says of itself; `ContainerSummary` of the sink fits. */
export interface ContainerFacts {
  readonly label: string;
  readonly documents: number;
  readonly bytes: number;
  readonly maxItemBytes: number;
  /** Absent where nothing knows the partition keys: a run into a folder. */
  readonly logicalPartitions?: number;
  readonly largestPartition?: { readonly key: readonly unknown[]; readonly documents: number; readonly bytes: number };
  readonly uniqueConflicts: number;
}

export interface ReportInput {
  readonly command: 'rehearse' | 'run';
  readonly plan: Plan;
  readonly limit?: number | undefined;
  readonly dryRun?: boolean;
  readonly replay?: ReplayFigures;
  readonly startedAt: number;
  /** How long it was worked on, whatever lay between one start and the next. */
  readonly seconds: number;
  /** Why the run ended before its end, in a sentence. */
  readonly incomplete?: string | undefined;
  readonly tally: Tally;
  readonly findings: Findings;
  readonly containers: readonly ContainerFacts[];
  /** How the files of the sources were read. */
  readonly forms?: readonly FileForm[];
  /** Documents that another one stands for. @default 0 */
  readonly duplicates?: number;
  readonly files: ReportFiles;
}

export function buildReport({
  command,
  plan,
  limit,
  dryRun = false,
  replay,
  startedAt,
  seconds,
  incomplete,
  tally,
  findings,
  containers,
  forms = [],
  duplicates = 0,
  files,
}: ReportInput): Report {
  const counted = tally.snapshot();
  const reports = containers.map((facts) => containerReport(plan, facts));
  return {
    formatVersion: 1,
    command,
    plan: { name: plan.name, hash: plan.hash, file: plan.file },
    ...(limit === undefined ? {} : { limit }),
    ...(dryRun ? { dryRun } : {}),
    ...(replay === undefined ? {} : { replay }),
    startedAt: new Date(startedAt).toISOString(),
    seconds,
    ...(incomplete === undefined ? {} : { incomplete }),
    source: { ...counted.source, files: sourceFiles(forms) },
    entities: { ...Object.fromEntries(plan.entities.map((name) => [name, tally.entity(name)])), ...counted.entities },
    containers: Object.fromEntries(containers.map(({ label }, i) => [label, reports[i]!])),
    rejected: tally.rejected(),
    ...(duplicates === 0 ? {} : { duplicates }),
    findings: findings.list(),
    lost: counted.lost.toSorted((a, b) => b.count - a.count),
    forecast: forecast(reports),
    balance: balance(counted),
    files,
  };
}

function containerReport(plan: Plan, facts: ContainerFacts): ContainerReport {
  const { label, ...counts } = facts;
  const policy = plan.containers.find((container) => container.label === label);
  const uniqueKeys = policy?.uniqueKeys.map((paths) => paths.map((path) => path.text)) ?? [];
  return {
    name: policy?.name ?? label,
    partitionKey: policy?.partitionKey.map((path) => path.text) ?? [],
    uniqueKeys,
    ...counts,
    ru: { write: writeCharge(facts.documents, facts.bytes, uniqueKeys.length), storageGB: facts.bytes / 1e9 },
  };
}
