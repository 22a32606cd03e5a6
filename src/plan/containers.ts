/** Which container takes which entity, and is every entity taken or discarded? */
import { parsePath } from '../document/path.ts';
import { readEntity } from './entities.ts';
import { expectMap } from './expect.ts';
import { type ReadContainer, readContainer } from './container.ts';
import type { KnownPlaces } from './known-places.ts';
import type { PlanNode } from './node.ts';
import type { Problems } from './problem.ts';
import type { ReadStep, ReadSteps } from './steps.ts';

export function readContainers(
  node: PlanNode | undefined,
  { steps, entities, presumed, known }: ReadSteps,
  problems: Problems,
): ReadContainer[] {
  const map = node && expectMap(node, '"containers"', problems);
  if (map?.entries.length === 0) problems.error(map.offset, 'missing-key', '"containers" names no container.');
  const containers = (map?.entries ?? [])
    .map((entry) => readContainer(entry, problems))
    .filter((one) => one !== undefined);
  const place = { problems, entities: [...entities, ...presumed], madeLater: new Map<string, number>() };
  for (const { plan, entityNodes } of containers) {
    for (const { node: entityNode } of entityNodes) readEntity(entityNode, `"entities" of ${plan.label}`, place);
  }
  reportSameNames(containers, problems);
  for (const container of containers) {
    warnOfClashingIds(container, steps, problems);
    reportGonePaths(container, known, problems);
  }
  return containers;
}

/** The entities that `discard` names; those that no container takes either are reported. */
export function readDiscard(
  node: PlanNode | undefined,
  containers: readonly ReadContainer[],
  { entities, presumed, mayConsume, consumed }: ReadSteps,
  placeOf: (entity: string) => number,
  problems: Problems,
): readonly string[] {
  const place = { problems, entities: [...entities, ...presumed], madeLater: new Map<string, number>() };
  const items = node === undefined ? [] : node.kind === 'list' ? node.items : [node];
  const discarded: string[] = [];
  const isTaken = (entity: string): boolean => containers.some(({ plan }) => plan.entities.includes(entity));
  for (const item of items) {
    const entity = readEntity(item, '"discard"', place);
    if (entity === undefined) continue;
    discarded.push(entity);
    if (isTaken(entity)) {
      problems.error(
        item.offset,
        'conflicting-options',
        `The entity "${entity}" is discarded, but a container takes it.`,
      );
    }
  }
  // Without containers, that is the problem, and it is reported.
  const untaken = containers.length === 0 ? [] : entities;
  for (const entity of untaken) {
    if (mayConsume || consumed.includes(entity) || isTaken(entity) || discarded.includes(entity)) continue;
    const message = `No container takes the entity "${entity}"; name it under the entities of one, or under discard: [${entity}].`;
    problems.error(placeOf(entity), 'entity-without-container', message);
  }
  return [...new Set(discarded)];
}

function reportSameNames(containers: readonly ReadContainer[], problems: Problems): void {
  const names = new Map<string, string>();
  const files = new Map<string, string>();
  for (const { plan, offset } of containers) {
    const other = names.get(plan.name);
    if (other !== undefined) {
      problems.error(
        offset,
        'invalid-name',
        `The containers ${other} and ${plan.label} have the same name in the database.`,
      );
    }
    names.set(plan.name, plan.label);
    const file = files.get(plan.label.toLowerCase());
    if (file !== undefined) {
      const message = `The containers ${file} and ${plan.label} differ in case only, and their files would be one on many machines.`;
      problems.error(offset, 'invalid-name', message);
    }
    files.set(plan.label.toLowerCase(), plan.label);
  }
}

/** A default id is made of the parent's id and the element's: two arrays of one parent may give the same. */
function warnOfClashingIds({ plan }: ReadContainer, steps: readonly ReadStep[], problems: Problems): void {
  const withDefaultIds = steps.filter(({ plan: step, definition, options }) => {
    const { id } = definition.options;
    const isOfParent = id?.type === 'template' && id.scopes?.includes('parent') === true;
    const hasDefaultId = isOfParent && !Object.hasOwn(options, 'id');
    return hasDefaultId && step.makes.some((entity) => plan.entities.includes(entity));
  });
  const [first, ...others] = withDefaultIds;
  for (const { offset, plan: step } of others) {
    const message = `This ${step.name} and the ${first?.plan.name} in line ${problems.lineOf(first?.offset ?? 0)} both make ids from the parent's and the element's id for the container ${plan.label}, and may make the same one; give each an "id" of its own.`;
    problems.warning(offset, 'ids-may-clash', message);
  }
}

/** What the container's keys are made of, where a step has certainly taken it away. */
function reportGonePaths(
  { plan, partitionKeyOffset, uniqueKeysOffset, offset }: ReadContainer,
  known: KnownPlaces,
  problems: Problems,
): void {
  for (const entity of plan.entities) {
    const whose = `documents of the entity "${entity}"`;
    const id = known.goneAt(entity, ID);
    if (id !== undefined) {
      // Only a warning: a folder takes documents without id.
      const message = `The container ${plan.label} would refuse all ${whose}: ${id} leaves them without id.`;
      problems.warning(offset, 'path-gone', message);
    }
    for (const path of plan.partitionKey) {
      const gone = known.goneAt(entity, path);
      if (gone === undefined || path.text === ID.text) continue;
      const message = `All ${whose} would share one logical partition of ${plan.label}: ${gone} leaves them without ${path.text}.`;
      problems.warning(partitionKeyOffset, 'path-gone', message);
    }
    for (const path of plan.uniqueKeys.flat()) {
      const gone = known.goneAt(entity, path);
      if (gone === undefined) continue;
      const message = `All ${whose} would share the null of the unique key ${path.text} of ${plan.label}: ${gone} leaves them without it.`;
      problems.warning(uniqueKeysOffset, 'path-gone', message);
    }
  }
}

const ID = parsePath('/id');
