/** Where does a plan's run write to? Known here, whether or not it can be used yet. */
import { expectMap, expectText } from './expect.ts';
import { type KeySpecs, readKeys } from './keys.ts';
import type { PlanNode } from './node.ts';
import { entryOf, jsonOf } from './node.ts';
import type { TargetPlan } from './plan.ts';
import type { Problems } from './problem.ts';

export const TARGET_KEYS: KeySpecs = {
  folder: {
    description: 'A folder, relative to the plan; each container becomes a file.',
    schema: { type: 'string', minLength: 1 },
  },
  cosmos: { description: 'A database of Azure Cosmos DB; not available in this version.', schema: { type: 'object' } },
};

/** Where the target is not used (`lenient`), one that this version cannot write to is no obstacle. */
export function readTarget(node: PlanNode, lenient: boolean, problems: Problems): TargetPlan | undefined {
  const map = expectMap(node, '"target"', problems);
  if (map === undefined) return undefined;
  const values = readKeys(map, TARGET_KEYS, 'The target', problems);
  const [folder, cosmos] = [values.get('folder'), values.get('cosmos')];
  if ((folder === undefined) === (cosmos === undefined)) {
    problems.error(map.offset, 'missing-key', 'The target is either "folder" or "cosmos".');
  }
  const text = folder && expectText(folder, '"folder"', problems, 'a path');
  const settings = cosmos && expectMap(cosmos, '"cosmos"', problems);
  if (settings !== undefined) {
    const offset = entryOf(map, 'cosmos')?.keyOffset ?? map.offset;
    const message =
      'Writing to Cosmos DB is not available in this version; rehearse the plan, or run it with --to DIR.';
    if (lenient) problems.warning(offset, 'not-available', message);
    else problems.error(offset, 'not-available', message);
  }
  return {
    ...(text !== undefined && { folder: text }),
    ...(settings !== undefined && { cosmos: JSON.parse(jsonOf(settings, 'filled')) as Record<string, unknown> }),
  };
}
