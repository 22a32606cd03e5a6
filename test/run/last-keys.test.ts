// Do a run and what tries a plan out agree on who may repeat a key?
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lastKeysOf } from '../../src/run/last-keys.ts';
import { folderWith, planIn } from './running.ts';

it.each([
  ['last', 'last', [true, true], true],
  ['last', undefined, [true, false], false],
  [undefined, undefined, [false, false], false],
] as const)('sources that say %s and %s', async (first, second, fromSources, madeOfAll) => {
  const folder = folderWith({});
  const source = (entity: string, keys: string | undefined): string =>
    `  ${entity}: { file: ${JSON.stringify(join(folder, entity))}${keys === undefined ? '' : `, duplicateKeys: ${keys}`} }`;
  const plan = await planIn(
    folder,
    `version: 1\nname: keys\nsources:\n${source('a', first)}\n${source('b', second)}\ncontainers: { all: { entities: [a, b], partitionKey: /pk } }\n`,
  );
  const takesLast = lastKeysOf(plan, [{ entity: 'a' }, { entity: 'b' }]);
  expect([takesLast(0), takesLast(1)]).toEqual(fromSources);
  // What steps across documents make comes from a shard behind those of the sources.
  expect(takesLast(2)).toBe(madeOfAll);
});
