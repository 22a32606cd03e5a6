/** Which entities does a place of the plan name, and do they exist there? */
import { expectText, wrong } from './expect.ts';
import type { PlanNode } from './node.ts';
import { holdsVariable, quoted } from './node.ts';
import type { EntityPlace } from './step-place.ts';
import { didYouMean } from './suggestion.ts';

/** One entity that exists at this place. */
export function readEntity(node: PlanNode, what: string, place: EntityPlace): string | undefined {
  const name = expectText(node, what, place.problems, "an entity's name");
  // Where no source could be read, that is the problem.
  if (name === undefined || place.entities.length === 0 || place.entities.includes(name)) return name;
  place.problems.error(node.offset, 'unknown-entity', `${what}: ${unknownEntity(node, name, place)}`);
  return undefined;
}

/** An entity, a list of them, or `"*"` for all that exist at this place. */
export function readEntities(node: PlanNode, what: string, place: EntityPlace): readonly string[] | undefined {
  if (node.kind === 'text' && node.text === '*') return place.entities;
  const items = node.kind === 'list' ? node.items : [node];
  if (node.kind !== 'list' && node.kind !== 'text')
    return wrong(node, what, 'an entity, a list of entities or "*"', place.problems);
  if (items.length === 0) place.problems.error(node.offset, 'invalid-value', `${what} names no entity.`);
  const names = items.map((item) => readEntity(item, what, place));
  return names.every((name) => name !== undefined) ? [...new Set(names)] : undefined;
}

/** What there is to say of a name that no entity has here. */
export function unknownEntity(node: PlanNode, name: string, { entities, madeLater }: EntityPlace): string {
  const shown = quoted(node.kind === 'text' ? node.written : name);
  const line = madeLater.get(name);
  if (line !== undefined)
    return `there are no documents of the entity ${shown} here yet; the step in line ${line} makes them.`;
  const known = entities.length === 0 ? '' : `; known here: ${entities.join(', ')}.`;
  const meant = holdsVariable(node) ? '' : didYouMean(name, [...entities, ...madeLater.keys()]);
  return `there is no entity ${shown}${meant || known || '.'}`;
}
