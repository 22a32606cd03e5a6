// Does a preview tell what steps across documents know and make, also where only a few documents are shown?
import { expect, it } from 'vitest';
import type { PreviewedRecord } from '../../../src/report/preview.ts';
import { preview, type PreviewOptions } from '../../../src/run/preview.ts';
import { folderWith, planIn } from '../running.ts';

async function previewed(
  steps: string,
  files: Readonly<Record<string, readonly object[]>>,
  options: PreviewOptions = {},
): Promise<PreviewedRecord[]> {
  const texts = Object.entries(files).map(([name, documents]) => [
    `${name}.ndjson`,
    documents.map((document) => `${JSON.stringify(document)}\n`).join(''),
  ]);
  const folder = folderWith(Object.fromEntries(texts) as Record<string, string>);
  const entities = Object.keys(files);
  const sources = entities.map((entity) => `  ${entity}: { file: ${entity}.ndjson }\n`).join('');
  const made = [...steps.matchAll(/into: (\w+)/g)].map(([, entity]) => entity!);
  const plan = `version: 1
name: across
sources:
${sources}transforms:
${steps}
containers:
  all: { entities: [${[...entities, ...made].join(', ')}], partitionKey: /id }
`;
  return preview(await planIn(folder, plan), options);
}

const BOOKS = [1, 2, 3, 4, 5].map((n) => ({ id: `b${n}`, by: `a${6 - n}` }));
const AUTHORS = [1, 2, 3, 4, 5].map((n) => ({ id: `a${n}`, name: `Author ${n}` }));

it('finds what is not shown itself, and shows nothing of how it was found', async () => {
  const steps = `  - set: { /known: true }
    for: author
  - lookup: { in: author, local: /by, foreign: /id, as: /author, one: true }
    for: book`;
  const records = await previewed(steps, { author: AUTHORS, book: BOOKS }, { id: 'b1' });
  expect(records).toHaveLength(1);
  expect(records[0]!.document).toMatchObject({
    before: '{"id":"b1","by":"a5"}',
    ending: { kind: 'out', text: '{"id":"b1","by":"a5","author":{"id":"a5","name":"Author 5","known":true}}' },
  });
  expect(records[0]!.document!.steps.map(({ name }) => name)).toEqual(['lookup']);
});

it('tells which steps a document passes by, since their condition is false', async () => {
  const steps = `  - set: { /first: true }
    if: doc.id == 'b1'
  - set: { /last: true }
    if: doc.by.size() > 100`;
  const records = await previewed(steps, { book: BOOKS }, { count: 2 });
  const told = records.map(({ document }) => document!.steps.map(({ number, isSkipped }) => [number, isSkipped]));
  expect(told).toEqual([
    [
      [1, undefined],
      [2, true],
    ],
    [
      [1, true],
      [2, true],
    ],
  ]);
});

it('tells of a condition that fails that it rejects, and not that it is false', async () => {
  const [record] = await previewed("  - set: { /a: 1 }\n    if: doc.by + 1 == 'x'", { book: BOOKS });
  expect(record!.document!.steps).toMatchObject([{ number: 1, name: 'set', made: [] }]);
  expect(record!.document!.steps[0]!.isSkipped).toBeUndefined();
  expect(record!.document!.ending).toMatchObject({ kind: 'rejected', rejection: { code: 'EXPRESSION_FAILED' } });
});

const READINGS = [
  { id: 'r1', house: 'fern', c: 20 },
  { id: 'r2', house: 'palm', c: 'warm' },
  { id: 'r3', house: 'moss', c: 9 },
  { id: 'r4', house: 'fern', c: 22 },
];
const GROUP = '  - group: { key: { house: /house }, into: day, aggregate: { sum: sum /c }';

/** What was made, with the places and texts of what it was made of. */
function madeOf(records: readonly PreviewedRecord[]): [unknown, unknown][] {
  return records
    .filter(({ at }) => at.line === 0)
    .map(({ document, of, unreadable }) => [
      document?.before ?? unreadable!.rejection.code,
      of?.map(({ at, entity, text }) => `${at.source}:${at.line} ${entity} ${text}`),
    ]);
}

it.each([
  ['consumes its documents', `${GROUP} }`, [READINGS[0], READINGS[3]]],
  ['lets them go on', `${GROUP}, consume: false }`, [READINGS[0], READINGS[3]]],
  ['works on what was made', `  - view: { into: copy }\n${GROUP} }\n    for: copy`, [READINGS[0], READINGS[3]]],
])('tells what each result is made of, past a key that fails: a group that %s', async (_, steps, members) => {
  const records = await previewed(steps, { reading: READINGS }, { count: 4 });
  const entity = steps.includes('copy') ? 'copy' : 'reading';
  const [first, last] = members.map((member) => JSON.stringify(member));
  const made = madeOf(records).filter((one) => one[1] !== undefined);
  expect(made).toEqual([
    [
      '{"id":"fern","house":"fern","sum":42}',
      [`reading.ndjson:1 ${entity} ${first!}`, `reading.ndjson:4 ${entity} ${last!}`],
    ],
    ['{"id":"moss","house":"moss","sum":9}', [`reading.ndjson:3 ${entity} ${JSON.stringify(READINGS[2])}`]],
  ]);
});

it('tells of groups of groups what stands in them', async () => {
  const steps = `${GROUP} }
  - group: { key: { all: 'yes' }, into: total, aggregate: { n: count } }
    for: day`;
  const records = await previewed(steps, { reading: READINGS.filter(({ c }) => c !== 'warm') }, { count: 3 });
  expect(madeOf(records).at(-1)).toEqual([
    '{"id":"yes","all":"yes","n":2}',
    [
      'transforms[0] group:0 day {"id":"fern","house":"fern","sum":42}',
      'transforms[0] group:0 day {"id":"moss","house":"moss","sum":9}',
    ],
  ]);
});

it('says of documents that go on that they were gathered', async () => {
  const records = await previewed(`${GROUP}, consume: false }`, { reading: READINGS.slice(0, 1) });
  expect(records[0]!.document!.steps).toMatchObject([{ name: 'group', isGathered: true }]);
});
