// A report to look at, put together as a run does it.
import type { Notice } from '../../src/document/notice.ts';
import { parsePath } from '../../src/document/path.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { Findings } from '../../src/report/findings.ts';
import { buildReport, type ContainerFacts, type Report, type ReportInput } from '../../src/report/report.ts';
import { type EntityTally, Tally } from '../../src/report/tally.ts';

const plan: Plan = {
  file: '/plans/plan.yaml',
  files: new Map(),
  written: { kind: 'map', offset: 0, size: 1, entries: [] },
  name: 'people',
  hash: 'abc',
  parts: [],
  sources: [{ entity: 'person', file: 'people.ndjson', maxDocument: 1 << 26 }],
  references: [],
  steps: [],
  containers: [
    {
      label: 'people',
      name: 'all-people',
      entities: ['person'],
      partitionKey: [parsePath('/company')],
      uniqueKeys: [[parsePath('/email')]],
      write: 'create',
      onConflict: 'reject',
      conflicts: 'decided',
      policies: {},
    },
  ],
  discard: [],
  entities: ['person'],
  examples: [],
};

const people: ContainerFacts = {
  label: 'people',
  documents: 1198,
  bytes: 600_000,
  maxItemBytes: 4000,
  logicalPartitions: 12,
  largestPartition: { key: ['acme'], documents: 400, bytes: 200_000 },
  uniqueConflicts: 2,
};

export interface ReportParts extends Partial<
  Pick<ReportInput, 'command' | 'incomplete' | 'containers' | 'startedAt' | 'seconds'>
> {
  readonly person?: Partial<EntityTally>;
  readonly notices?: readonly Notice[];
  readonly lost?: readonly (readonly [step: string, path: string, count: number])[];
}

export function makeReport({
  person = { read: 1200, written: 1200 },
  notices = [],
  lost = [],
  ...parts
}: ReportParts): Report {
  const tally = new Tally();
  Object.assign(tally.entity('person'), person);
  tally.source.documents = person.read ?? 0;
  tally.source.bytes = 1_000_000;
  for (const [step, path, count] of lost) tally.lose(step, path, count);
  const findings = new Findings();
  for (const notice of notices) findings.observe(notice);
  return buildReport({
    command: 'rehearse',
    plan,
    startedAt: 0,
    seconds: 2,
    tally,
    findings,
    containers: [people],
    files: {
      state: '/plans/.remodel/people',
      ...(person.rejected === undefined ? {} : { rejects: '/plans/.remodel/people/rejects.ndjson' }),
    },
    ...parts,
  });
}

export const conflict: Notice = {
  code: 'UNIQUE_KEY_CONFLICT',
  container: 'people',
  entity: 'person',
  path: '/email',
  message: 'Another document has this e-mail address.',
  count: 2,
  example: { place: { source: 'people.ndjson', line: 3, offset: 200 }, id: '3' },
};
