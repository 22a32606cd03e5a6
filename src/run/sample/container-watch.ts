/** Does what arrives at a container have the keys that its policy names, and ids that it would take? */
import { refuseId } from '../../container/item-id.ts';
import type { Document } from '../../document/document.ts';
import { keyOf } from '../../document/key.ts';
import { findMember, valueAt } from '../../document/members.ts';
import type { Path } from '../../document/path.ts';
import { type Place, placeText } from '../../document/position.ts';
import { END, MISSING } from '../../document/tape.ts';
import { entryOf, type PlanNode } from '../../plan/node.ts';
import type { ContainerPlan } from '../../plan/plan.ts';
import type { Problems } from '../../plan/problem.ts';
import { PathWatch } from './path-watch.ts';
import { placeWithin } from './plan-places.ts';
import { figure } from './seen-kinds.ts';
import { SeenIds } from './seen-ids.ts';

interface Counted {
  count: number;
  readonly text: string;
  readonly first: string;
}

/** What one entity brings into the container. */
interface Arrivals {
  documents: number;
  readonly partition: readonly PathWatch[];
  readonly unique: readonly PathWatch[];
  /** Refused ids by their code. */
  readonly refused: Map<string, Counted>;
  repeated: Counted | undefined;
}

const ID = keyOf('id');

export class ContainerWatch {
  readonly #container: ContainerPlan;
  readonly #node: PlanNode | undefined;
  readonly #offset: number;
  readonly #ids: SeenIds;
  readonly #arrivals = new Map<string, Arrivals>();

  /** @param containers what the plan has under that key. */
  constructor(container: ContainerPlan, containers: PlanNode | undefined) {
    const entry = containers?.kind === 'map' ? entryOf(containers, container.label) : undefined;
    this.#container = container;
    this.#node = entry?.value;
    this.#offset = entry?.keyOffset ?? 0;
    this.#ids = new SeenIds(container);
  }

  see(document: Document, place: Place): void {
    const { tape, root, entity } = document;
    let arrivals = this.#arrivals.get(entity);
    if (arrivals === undefined) this.#arrivals.set(entity, (arrivals = arrivalsOf(this.#container)));
    arrivals.documents++;
    for (const watch of arrivals.partition) watch.see(tape, root, place);
    for (const watch of arrivals.unique) watch.see(tape, root, place);
    const id = findMember(tape, root, ID);
    const refused = refuseId(tape, id === END ? MISSING : valueAt(tape, id));
    if (refused !== undefined) count(arrivals.refused, refused.code, refused.message, place);
    else if (this.#ids.isRepeated(document)) {
      arrivals.repeated ??= { count: 0, text: '', first: placeText(place) };
      arrivals.repeated.count++;
    }
  }

  /** @param makerOf where the step stands that makes documents of an entity; for those of sources, nowhere. */
  report(problems: Problems, makerOf: (entity: string) => number | undefined): void {
    for (const [entity, arrivals] of this.#arrivals) {
      const { partition, unique, repeated, documents } = arrivals;
      for (const watch of partition) this.#reportKey(watch, 'partitionKey', entity, problems);
      for (const watch of unique) this.#reportKey(watch, 'uniqueKeys', entity, problems);
      const offset = makerOf(entity) ?? this.#offset;
      for (const [code, { count: refused, text, first }] of arrivals.refused) {
        const message = `${shareOf(refused, documents)} of ${entity} would be refused by ${this.#container.label} (${code}, first ${first}): ${text}`;
        if (refused === documents) problems.error(offset, 'id-refused', message);
        else problems.warning(offset, 'id-refused', message);
      }
      if (repeated === undefined) continue;
      const message = `ids of ${entity} repeat: ${shareOf(repeated.count, documents)} ${repeated.count === 1 ? 'has' : 'have'} the id of an earlier one in the same logical partition of ${this.#container.label}, with other content (first ${repeated.first}). Build the id of more values.`;
      problems.warning(offset, 'id-repeats', message);
    }
  }

  #reportKey(watch: PathWatch, policy: 'partitionKey' | 'uniqueKeys', entity: string, problems: Problems): void {
    const { path, documents, having, nowhere, kinds, firstWithout } = watch;
    const within = this.#node?.kind === 'map' ? entryOf(this.#node, policy)?.value : undefined;
    const offset = placeWithin(within, path.text, this.#offset);
    const what = `${this.#container.label}: ${policy === 'partitionKey' ? 'the partition key' : 'a unique key'}`;
    if (nowhere !== undefined) {
      problems.warning(offset, 'path-not-in-data', `${what} finds nothing in ${entity}: ${nowhere.text}`);
      return;
    }
    const missing = documents - having;
    const empty = missing + kinds.nulls;
    if (empty > 0) {
      const parts = [
        ...(firstWithout === undefined ? [] : [`missing (${figure(missing)}, first ${placeText(firstWithout)})`]),
        ...(kinds.firstNull === undefined ? [] : [`null (${figure(kinds.nulls)}, first ${kinds.firstNull})`]),
      ];
      const fill = kinds.nulls > 0 ? 'fill and its nulls: true' : 'fill';
      const message = `${what} ${path.text} has no value in ${shareOf(empty, documents)} of ${entity}: ${parts.join(' and ')}; give every document one, with ${fill}.`;
      problems.warning(offset, 'no-key-value', message);
    }
    if (kinds.names.length > 1) {
      const message = `${what} ${path.text} has values of several types in ${entity}: ${kinds.text}; 1 and "1" are different keys.`;
      problems.warning(offset, 'mixed-types', message);
    }
  }
}

function arrivalsOf({ partitionKey, uniqueKeys }: ContainerPlan): Arrivals {
  const unique = new Map(uniqueKeys.flat().map((path: Path) => [path.text, path]));
  return {
    documents: 0,
    partition: partitionKey.map((path) => new PathWatch(path)),
    unique: [...unique.values()].map((path) => new PathWatch(path)),
    refused: new Map(),
    repeated: undefined,
  };
}

function count(counts: Map<string, Counted>, key: string, text: string, place: Place): void {
  const seen = counts.get(key);
  if (seen === undefined) counts.set(key, { count: 1, text, first: placeText(place) });
  else seen.count++;
}

function shareOf(part: number, all: number): string {
  if (part === all) return all === 1 ? 'the one document' : `all ${figure(all)} documents`;
  return `${figure(part)} of ${figure(all)} documents`;
}
