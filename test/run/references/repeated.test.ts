// Does the report name the documents whose key another one has already, in references and among those of the plan?
import { expect, it } from 'vitest';
import { folderWith, planIn, runIn } from '../running.ts';

const FILES = {
  'orders.ndjson': '{"id":"o1","customer":"a"}\n',
  'customers-1.ndjson': '{"id":"a"}\n\n{"id":"b"}\n',
  'customers-2.ndjson': 'no document\n{"id":"b","n":2}\n{"key":1}\n{"id":"a","n":3}\n',
};

it.each([
  ['references:\n  customer: { file: customers-*.ndjson }', ''],
  ['', '  customer: { file: customers-*.ndjson }\n'],
])('by file, line and id: %j', async (references, source) => {
  const folder = folderWith(FILES);
  const entities = source === '' ? 'order' : 'order, customer';
  const plan = `version: 1
name: repeated
sources:
  order: { file: orders.ndjson }
${source}${references}
transforms:
  - lookup: { in: customer, local: /customer, foreign: /id, as: /found, one: true }
    for: order
containers:
  all: { entities: [${entities}], partitionKey: /id }
`;
  const { report } = await runIn(folder, await planIn(folder, plan));
  const found = report.findings.find(({ code }) => code === 'REFERENCE_KEY_REPEATED')!;
  expect(found).toMatchObject({ entity: 'customer', path: '/id', count: 2 });
  expect(found.examples.toSorted((one, other) => one.line! - other.line!)).toEqual([
    { source: 'customers-2.ndjson', line: 2, offset: 12, id: 'b' },
    { source: 'customers-2.ndjson', line: 4, offset: 39, id: 'a' },
  ]);
});
