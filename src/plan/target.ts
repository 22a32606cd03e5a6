/** Where does a plan's run write to? */
import { COSMOS_TARGET_KEYS, readCosmosTarget } from './cosmos-target.ts';
import { expectMap, expectText } from './expect.ts';
import { type KeySpecs, readKeys } from './keys.ts';
import { keysSchema } from './keys-schema.ts';
import type { PlanNode } from './node.ts';
import type { TargetPlan } from './plan.ts';
import type { Problems } from './problem.ts';

export const TARGET_KEYS: KeySpecs = {
  folder: {
    description: 'A folder, relative to the plan; each container becomes a file.',
    schema: { type: 'string', minLength: 1 },
  },
  cosmos: { description: 'A database of Azure Cosmos DB.', schema: keysSchema(COSMOS_TARGET_KEYS) },
};

/** @param lenient the target is not used: its variables may be missing */
export function readTarget(node: PlanNode, lenient: boolean, problems: Problems): TargetPlan | undefined {
  const map = expectMap(node, '"target"', problems);
  if (map === undefined) return undefined;
  const values = readKeys(map, TARGET_KEYS, 'The target', problems);
  const [folder, cosmos] = [values.get('folder'), values.get('cosmos')];
  if ((folder === undefined) === (cosmos === undefined)) {
    problems.error(map.offset, 'missing-key', 'The target is either "folder" or "cosmos".');
  }
  const text = folder && expectText(folder, '"folder"', problems, 'a path');
  const database = cosmos && readCosmosTarget(cosmos, !lenient, problems);
  return {
    ...(text !== undefined && { folder: text }),
    ...(database !== undefined && { cosmos: database }),
  };
}
