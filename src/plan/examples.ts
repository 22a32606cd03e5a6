/** Which tests does a plan bring along? They are checked for their shape and kept; another command runs them. */
import { expectList, expectMap, expectText } from './expect.ts';
import { type KeySpecs, readKeys } from './keys.ts';
import type { PlanNode } from './node.ts';
import { jsonOf } from './node.ts';
import type { ExamplePlan } from './plan.ts';
import type { Problems } from './problem.ts';

export const EXAMPLE_KEYS: KeySpecs = {
  name: { description: 'What the example shows.', schema: { type: 'string' } },
  given: {
    description: 'A document, a list of them, or lists by entity.',
    schema: { type: ['object', 'array'] },
    required: true,
  },
  references: { description: 'Documents of the references, by name.', schema: { type: 'object' } },
  expect: { description: 'Exactly these documents, by entity.', schema: { type: 'object' } },
  contains: { description: 'At least these documents and properties, by entity.', schema: { type: 'object' } },
  rejected: { description: 'A part of the message that the document is rejected with.', schema: { type: 'string' } },
};

export function readExamples(node: PlanNode | undefined, problems: Problems): readonly ExamplePlan[] {
  const items = (node && expectList(node, '"examples"', problems))?.items ?? [];
  return items.flatMap((item) => {
    const map = expectMap(item, 'An example', problems);
    if (map === undefined) return [];
    const values = readKeys(map, EXAMPLE_KEYS, 'An example', problems);
    if (!['expect', 'contains', 'rejected'].some((key) => values.has(key))) {
      problems.error(map.offset, 'missing-key', 'An example needs "expect", "contains" or "rejected".');
    }
    const named = values.get('name');
    const name = named && expectText(named, '"name" of an example', problems);
    return [{ ...(name !== undefined && { name }), json: jsonOf(map, 'written') }];
  });
}
