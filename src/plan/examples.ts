/** Which tests does a plan bring along? They are checked for their shape and kept; another command runs them. */
import { parseTime } from '../document/time.ts';
import { expectList, expectMap, expectText, wrong } from './expect.ts';
import { type KeySpecs, readKeys } from './keys.ts';
import type { PlanNode } from './node.ts';
import { described, jsonOf, quoted } from './node.ts';
import type { ExamplePlan } from './plan.ts';
import type { Problems } from './problem.ts';
import { didYouMean } from './suggestion.ts';

const TEXTS = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
const BY_ENTITY = { type: 'object', additionalProperties: { type: ['object', 'array'] } };

export const EXAMPLE_KEYS: KeySpecs = {
  name: { description: 'What the example shows.', schema: { type: 'string' } },
  given: {
    description: 'A document or a list of them; in a plan with several sources these by entity.',
    schema: { type: ['object', 'array'] },
    required: true,
  },
  references: {
    description: 'Documents of the references, by name; a reference that is not named has none.',
    schema: BY_ENTITY,
  },
  startedAt: {
    description: 'When the run begins, for steps that depend on time, as ISO 8601; now when it is not said.',
    schema: { type: 'string' },
  },
  expect: { description: 'Exactly these documents, by entity; a single one needs no list.', schema: BY_ENTITY },
  contains: {
    description: 'At least these documents, with at least these properties, by entity.',
    schema: BY_ENTITY,
  },
  rejected: {
    description: 'The code, or a part of the message, that a document is rejected with; a list for several.',
    schema: TEXTS,
  },
};

const NEEDS_OUTCOME =
  'An example needs "expect", "contains" or "rejected". Write "expect: {}", and "remodel test --update" puts there what comes out.';

/** What may be named in an example. */
export interface ExampleEntities {
  /** The sources, by the entities that these are known by. */
  readonly sources: readonly string[];
  readonly all: readonly string[];
  readonly references: readonly string[];
}

export function readExamples(
  node: PlanNode | undefined,
  entities: ExampleEntities,
  problems: Problems,
): readonly ExamplePlan[] {
  const items = (node && expectList(node, '"examples"', problems))?.items ?? [];
  return items.flatMap((item) => {
    const map = expectMap(item, 'An example', problems);
    if (map === undefined) return [];
    const values = readKeys(map, EXAMPLE_KEYS, 'An example', problems);
    if (!['expect', 'contains', 'rejected'].some((key) => values.has(key))) {
      problems.error(map.offset, 'missing-key', NEEDS_OUTCOME);
    }
    const { sources, all, references } = entities;
    const given = values.get('given');
    if (given !== undefined && sources.length > 1) checkByEntity(given, '"given"', sources, problems);
    else if (given !== undefined) checkDocuments(given, '"given"', problems);
    const referred = values.get('references');
    if (referred !== undefined) checkByEntity(referred, '"references"', references, problems, 'reference');
    for (const key of ['expect', 'contains']) {
      const expected = values.get(key);
      if (expected !== undefined) checkByEntity(expected, quoted(key), all, problems);
    }
    checkRejected(values.get('rejected'), problems);
    checkTime(values.get('startedAt'), problems);
    const named = values.get('name');
    const name = named && expectText(named, '"name" of an example', problems);
    return [{ ...(name !== undefined && { name }), json: jsonOf(map, 'written') }];
  });
}

function checkByEntity(
  node: PlanNode,
  what: string,
  entities: readonly string[],
  problems: Problems,
  kind: 'entity' | 'reference' = 'entity',
): void {
  const map = expectMap(node, `${what} of an example, by ${kind},`, problems);
  for (const { key, keyOffset, value } of map?.entries ?? []) {
    checkDocuments(value, `${quoted(key)} in ${what}`, problems);
    // Where no source could be read, that is the problem.
    if ((entities.length === 0 && kind === 'entity') || entities.includes(key)) continue;
    const known = entities.length === 0 ? '; the plan has none.' : `; known here: ${entities.join(', ')}.`;
    const meant = didYouMean(key, entities) || known;
    problems.error(keyOffset, 'unknown-entity', `${what} of an example names the ${kind} ${quoted(key)}${meant}`);
  }
}

function checkDocuments(node: PlanNode, what: string, problems: Problems): void {
  if (node.kind !== 'map' && node.kind !== 'list') wrong(node, what, 'a document or a list of them', problems);
}

function checkRejected(node: PlanNode | undefined, problems: Problems): void {
  if (node === undefined) return;
  const items = node.kind === 'list' ? node.items : [node];
  for (const item of items) expectText(item, '"rejected" of an example', problems, 'a code or a part of a message');
}

function checkTime(node: PlanNode | undefined, problems: Problems): void {
  const text = node && expectText(node, '"startedAt" of an example', problems, 'a time');
  if (node === undefined || text === undefined || parseTime(text) !== undefined) return;
  problems.error(node.offset, 'invalid-value', `"startedAt" has to be an ISO 8601 time, found ${described(node)}.`);
}
