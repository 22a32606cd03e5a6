// Does a rehearsal that was stopped anywhere come to the same result as one that was not?
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Settled } from '../../src/document/settled.ts';
import { Tape } from '../../src/document/tape.ts';
import { EmbeddedSink } from '../../src/sink/embedded.ts';
import { holdsAsync } from '../property.ts';
import { containerPlan, documentOf } from './embedded-run.ts';
import { type Cut, type RecordOutput, type SourceRecord, takeAll } from './resumed-run.ts';

const CONTAINERS = [
  containerPlan('people', ['/company', '/team'], { keys: ['/email', ['/name/first', '/n']] }),
  containerPlan('notes', '/owner', { keys: ['/text'], defaultTtl: -1 }),
  containerPlan('tags', '/id'),
];

/** Text that is the same, nearly the same, written in another way, or something else. */
const TEXT = fc.constantFrom(
  '"kim"',
  '"Kim "',
  '"\\u006bim"',
  '"caf\u00e9"',
  '"cafe\u0301"',
  '"\\ud83d\\ude00"',
  '"x"',
);
const VALUE = fc.oneof(
  { weight: 4, arbitrary: TEXT },
  fc.constantFrom('null', '1', '1.0', '9007199254740993', '9007199254740992', '1e400', '{"a":[1]}', '[]', 'true'),
);
const ID = fc.constantFrom('"1"', '"2"', '"3"', '" risky"', '"a%b"', '"a/b"', '7', '"\\u0031"');

function documentText(members: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  const names = Object.keys(members);
  return fc
    .record(members, { requiredKeys: ['id'] })
    .chain((values) =>
      fc
        .shuffledSubarray(names, { minLength: names.length })
        .map(
          (order) => `{${order.flatMap((name) => (name in values ? [`"${name}":${values[name]}`] : [])).join(',')}}`,
        ),
    );
}

const PERSON = documentText({
  id: ID,
  company: fc.constantFrom('"acme"', '"beta"', 'null', '5', '["no"]'),
  team: fc.constantFrom('"a"', '"b"'),
  email: VALUE,
  Email: TEXT,
  name: fc.constantFrom('{"first":"a"}', '{"First":"a"}', '[{"first":1}]', '{"first":"a","first":"b"}', 'null'),
  n: fc.constantFrom('1', '2', '"1"'),
  _ts: fc.constantFrom('1', '2'),
  _lsn: fc.constant('1'),
});
const NOTE = documentText({ id: ID, owner: VALUE, text: TEXT, ttl: fc.constantFrom('60', '"never"'), more: VALUE });
const TAG = documentText({ id: ID, n: fc.constantFrom('1', '2') });

const OUTPUT: fc.Arbitrary<RecordOutput> = fc
  .oneof(
    { weight: 3, arbitrary: PERSON.map((doc) => ({ container: 'people', entity: 'person', doc })) },
    { weight: 3, arbitrary: NOTE.map((doc) => ({ container: 'notes', entity: 'note', doc })) },
    TAG.map((doc) => ({ container: 'tags', entity: 'tag', doc })),
  )
  .chain((output) =>
    fc.record({ parent: fc.constantFrom(-1, -1, 0), family: fc.constantFrom(0, 0, 1, 2) }).map((descent) => ({
      ...output,
      ...descent,
    })),
  );

/** Shards follow one another, as they are read. */
function recordsOf(most: number): fc.Arbitrary<SourceRecord[]> {
  const record = fc.record({ shard: fc.nat(2), outputs: fc.array(OUTPUT, { minLength: 1, maxLength: 5 }) });
  return fc
    .array(record, { maxLength: most, size: 'max' })
    .map((records) => records.toSorted((a, b) => a.shard - b.shard));
}

function everyCut(records: readonly SourceRecord[]): Cut[] {
  const inside = records.flatMap(({ outputs }, number) =>
    outputs.map((_, done): Cut => ({ records: number, outputs: done + 1 })),
  );
  const between = Array.from({ length: records.length + 1 }, (_, number): Cut => ({ records: number, outputs: 0 }));
  return [...between, ...inside].toSorted((a, b) => a.records - b.records || a.outputs - b.outputs);
}

describe('an embedded sink that goes on', () => {
  it('comes to the same result wherever it was stopped', async () => {
    const property = fc.asyncProperty(recordsOf(8), async (records) => {
      const undisturbed = await takeAll(CONTAINERS, records, []);
      for (const cut of everyCut(records)) {
        const resumed = await takeAll(CONTAINERS, records, [cut]);
        expect({ cut, ...resumed }).toEqual({ cut, ...undisturbed });
      }
    });
    await holdsAsync(property, 3);
  });

  it('comes to the same result however often it was stopped', async () => {
    const property = fc.asyncProperty(
      recordsOf(60),
      fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
      async (records, numbers) => {
        const all = everyCut(records);
        const some = [...new Set(numbers.map((number) => number % all.length))].toSorted((a, b) => a - b);
        const cuts = some.map((number) => all[number]!);
        expect(await takeAll(CONTAINERS, records, cuts)).toEqual(await takeAll(CONTAINERS, records, []));
      },
    );
    await holdsAsync(property, 20);
  });
});

describe('an embedded sink that cannot go on', () => {
  it.each<{ what: string; damage: (folder: string) => void; says: RegExp }>([
    {
      what: 'a file that is gone',
      damage: (folder) => rmSync(join(folder, 'segment.ndjson')),
      says: /segment\.ndjson is gone/,
    },
    {
      what: 'a file that is shorter',
      damage: (folder) => truncateSync(join(folder, 'records.bin'), statSync(join(folder, 'records.bin')).size - 1),
      says: /records\.bin has \d+ bytes, and the run had written \d+ of them/,
    },
    {
      what: 'a text that is no document any more',
      damage: (folder) => replaceByte(join(folder, 'segment.ndjson'), 37),
      says: /segment\.ndjson does not hold what the run wrote into it: document 1 cannot be read/,
    },
    {
      what: 'records that do not belong to the texts',
      damage: (folder) => replaceByte(join(folder, 'records.bin'), 56 * 3),
      says: /document 3 cannot be read/,
    },
  ])('says so: $what', async ({ damage, says }) => {
    const { folder, settled } = await settledStore(5);
    damage(join(folder, 'c'));
    await expect(openStore(folder, settled)).rejects.toMatchObject({
      exitStatus: 5,
      message: expect.stringMatching(says) as string,
      advice: expect.stringContaining('--fresh') as string,
    });
  });

  it('stops reading what is there when it is interrupted, and goes on the next time', async () => {
    const { folder, settled } = await settledStore(3);
    await expect(openStore(folder, settled, AbortSignal.abort())).rejects.toMatchObject({ exitStatus: 4 });
    const sink = await openStore(folder, settled);
    expect(
      (await sink.finish({ answer: () => {}, announce: () => {}, whileHeld: (act) => act() })).containers,
    ).toMatchObject([{ documents: 3 }]);
  });

  it('goes on with more documents than fit into one piece or one sorted run, the largest among them', async () => {
    const large = `{"id":"large","pk":1,"text":"${'x'.repeat(2_097_152 - 31)}"}`;
    const count = 140_000;
    const { folder, settled } = await settledStore(count, (i) => (i === 7 ? large : `{"id":"${i}","pk":${i % 9}}`));
    const sink = await openStore(folder, settled);
    take(sink, count, '{"id":"20","pk":2}');
    take(sink, count + 1, '{"id":"21","pk":3,"n":1}');
    const late: unknown[] = [];
    const { containers } = await sink.finish({
      answer: ({ id, answer }) => void late.push([id, answer.kind]),
      announce: () => {},
      whileHeld: (act) => act(),
    });
    expect(late).toEqual([
      ['20', 'same'],
      ['21', 'conflict'],
    ]);
    expect(containers).toMatchObject([{ documents: count, maxItemBytes: 2_097_152, logicalPartitions: 9 }]);
  });
});

const tape = new Tape();

/** A sink that has taken so many documents, as it is when the process is gone. */
async function settledStore(
  documents: number,
  textOf = (i: number): string => `{"id":"${i}","pk":1,"text":"some text"}`,
): Promise<{ folder: string; settled: Settled }> {
  const folder = mkdtempSync(join(tmpdir(), 'settled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const sink = await openStore(folder, undefined);
  for (let i = 0; i < documents; i++) {
    take(sink, i, textOf(i));
    if (i % 1000 === 0) await sink.drain();
  }
  const settled = sink.settle();
  await sink.abandon();
  return { folder, settled };
}

function openStore(folder: string, resumed: Settled | undefined, signal?: AbortSignal): Promise<EmbeddedSink> {
  return EmbeddedSink.open({ folder, containers: [containerPlan('c', '/pk')], observe: () => {}, resumed, signal });
}

function take(sink: EmbeddedSink, index: number, text: string): void {
  const origin = { shard: 0, index, ordinal: 0 };
  const output = { document: documentOf(tape, text), container: 'c', origin, parent: -1, family: 0, isThere: false };
  expect(sink.take(output, { source: 's', line: index + 1, offset: 0 })).toBe(text.length);
}

function replaceByte(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = bytes[at]! ^ 0x55;
  writeFileSync(file, bytes);
}
