/**
 * Do a plan's own examples come out as it says? Each goes through the steps and into empty containers as a rehearsal
 * would take it, and what comes of it is compared with what is expected.
 */
import type { Plan } from '../plan/plan.ts';
import type { ExampleRejection, ExampleResult } from '../report/example-result.ts';
import type { Reject } from '../report/reject-lines.ts';
import { Tally } from '../report/tally.ts';
import { differences } from './examples/differences.ts';
import { type Example, exampleIn, type Texts } from './examples/example.ts';
import { givenShard } from './examples/given-shard.ts';
import { passDocuments } from './pass-documents.ts';
import { type Emission, RecordingSink } from './recording-sink.ts';

export interface ExampleRun extends ExampleResult {
  readonly example: Example;
  /** What came out, as it is stored, by entity. */
  readonly made: Texts;
}

export async function runExamples(plan: Plan): Promise<ExampleRun[]> {
  const results: ExampleRun[] = [];
  for (const [index, { name = `example ${index + 1}`, json }] of plan.examples.entries())
    results.push(await runExample(plan, name, exampleIn(plan, json)));
  return results;
}

async function runExample(plan: Plan, name: string, example: Example): Promise<ExampleRun> {
  const { given, references, expect, contains, rejected, startedAt = Date.now() } = example;
  const rejects: Reject[] = [];
  const books = {
    tally: new Tally(),
    observe: () => {},
    rejects: { add: (reject: Reject) => void rejects.push(reject) },
  };
  const shards = plan.sources.map(({ entity }, number) => givenShard(number, entity, given.get(entity) ?? []));
  const referenceShards = plan.references.map(({ entity }, number) =>
    givenShard(number, entity, references.get(entity) ?? []),
  );
  const sink = await RecordingSink.open(plan, shards);
  try {
    await passDocuments(plan, shards, { sink, books, startedAt, referenceShards });
  } finally {
    await sink.close();
  }
  const made = byEntity(sink.emissions);
  const found = [
    ...(expect === undefined ? [] : differences(expect, made, 'exact')),
    ...(contains === undefined ? [] : differences(contains, made, 'contains')),
  ];
  const rejections = rejects.map((reject) => rejectionOf(reject, isAmong(reject, rejected)));
  const notRejected = rejected.filter((text) => !rejects.some((reject) => isAmong(reject, [text])));
  // Who says exactly what comes out says all that is rejected, too.
  const isTold = expect === undefined || rejections.every(({ isExpected }) => isExpected);
  const passed = found.length === 0 && notRejected.length === 0 && isTold;
  return { name, passed, differences: found, rejections, notRejected, example, made };
}

/** What at least one container has. */
function byEntity(emissions: readonly Emission[]): Texts {
  const texts = new Map<string, string[]>();
  for (const { document, text, arrivals } of emissions) {
    if (!arrivals.some(({ answer }) => answer === 'written')) continue;
    const list = texts.get(document.entity);
    if (list === undefined) texts.set(document.entity, [text]);
    else list.push(text);
  }
  return texts;
}

function isAmong({ code, message }: Reject, texts: readonly string[]): boolean {
  return texts.some((text) => code === text || message.includes(text));
}

function rejectionOf({ entity, id, step, container, code, message }: Reject, isExpected: boolean): ExampleRejection {
  return {
    entity,
    ...(id === undefined ? {} : { id }),
    ...(step === undefined ? {} : { step }),
    ...(container === undefined ? {} : { container }),
    code,
    message,
    isExpected,
  };
}
