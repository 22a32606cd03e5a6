/** Into which database of Cosmos DB does a plan write, and at what cost? */
import { ACCOUNT_KEYS, readCosmosAccount } from './cosmos-account.ts';
import { expectInteger, expectMap, expectText } from './expect.ts';
import { type KeySpecs, readKeys } from './keys.ts';
import type { PlanNode } from './node.ts';
import type { CosmosTarget } from './plan.ts';
import type { Problems } from './problem.ts';

const PATIENCE = 600;

export const COSMOS_TARGET_KEYS: KeySpecs = {
  ...ACCOUNT_KEYS,
  database: {
    description: 'Its name; it is created if it is not there.',
    schema: { type: 'string', minLength: 1 },
    required: true,
  },
  ru: {
    description: 'Request units a second that the run may spend; default: what the containers are provided with.',
    schema: { type: 'integer', minimum: 1 },
  },
  patience: {
    description: `Seconds without any progress after which a run gives up; default: ${PATIENCE}.`,
    schema: { type: 'integer', minimum: 1 },
  },
};

/** @param isUsed whether the run writes there; else its variables may be missing */
export function readCosmosTarget(node: PlanNode, isUsed: boolean, problems: Problems): CosmosTarget | undefined {
  const what = 'the target';
  const map = expectMap(node, '"cosmos"', problems);
  if (map === undefined) return undefined;
  const values = readKeys(map, COSMOS_TARGET_KEYS, 'The target', problems);
  const account = readCosmosAccount(values, what, map.offset, isUsed, problems);
  const databaseNode = values.get('database');
  const database = databaseNode && expectText(databaseNode, '"database" of the target', problems);
  const units = readNumber(values.get('ru'), '"ru" of the target', problems);
  const patience = readNumber(values.get('patience'), '"patience" of the target', problems) ?? PATIENCE;
  if (account === undefined || database === undefined) return undefined;
  return { ...account, database, patience: patience * 1000, ...(units === undefined ? {} : { ru: units }) };
}

function readNumber(node: PlanNode | undefined, what: string, problems: Problems): number | undefined {
  return node && expectInteger(node, what, { minimum: 1, maximum: 10_000_000 }, problems);
}
