// Which steps may make one entity, each once per key?
import { expect, it } from 'vitest';
import { problemText } from '../../src/plan/problem.ts';
import { readPlanText } from '../../src/plan/read.ts';

async function problemsOf(first: string, second: string): Promise<string[]> {
  const text = `version: 1
name: buyers
source: { file: in.ndjson, entity: order }
transforms:
  - extract: { path: /buyer, into: customer, key: /nr, onConflict: ${first} }
  - extract: { path: /payer, into: ${second} }
containers: { all: { entities: [order, customer, payer], partitionKey: /id } }
`;
  const { problems } = await readPlanText('plan.yaml', text, { env: {}, lenientTarget: true });
  return problems.filter(({ rule }) => rule === 'conflicting-options').map(problemText);
}

it.each([
  ['last', 'last'],
  ['reject', 'merge'],
  ['merge', 'first'],
])('refuses steps that would decide about one entity each by itself: %s, %s', async (first, second) => {
  const problems = await problemsOf(first, `customer, key: /nr, onConflict: ${second}`);
  expect(problems).toEqual([
    expect.stringContaining(
      'plan.yaml:6:5 conflicting-options extract: line 5 makes "customer" as well, and with onConflict: last or merge',
    ),
  ]);
});

it.each([
  ['reject', 'customer, key: /nr, onConflict: first'],
  ['last', 'payer, key: /nr, onConflict: merge'],
])('takes steps that share their keys, or do not: %s, %s', async (first, second) => {
  expect(await problemsOf(first, second)).toEqual([]);
});
