/** Does a source hold MongoDB Extended JSON that its plan does not read as such? Said once for each source. */
import { placeText } from '../../document/position.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Problems } from '../../plan/problem.ts';
import type { CurrentRecord } from '../route.ts';

/** An object that begins with a type of MongoDB; in a text these quotes would be escaped. */
const WRAPPED = /\{\s*"(\$(?:oid|date|numberInt|numberLong|numberDouble|numberDecimal|binary|uuid))"\s*:/;

export class ExtendedJsonWatch {
  /** Entities of the sources that have not been seen to hold any. */
  readonly #open: Set<string>;
  readonly #found: { readonly entity: string; readonly type: string; readonly first: string }[] = [];

  constructor({ sources }: Plan) {
    this.#open = new Set(sources.filter(({ extendedJson }) => extendedJson !== true).map(({ entity }) => entity));
  }

  see(record: CurrentRecord): void {
    const { entity, place } = record;
    if (!this.#open.has(entity)) return;
    const [, type] = WRAPPED.exec(record.original().toString('latin1')) ?? [];
    if (type === undefined) return;
    this.#open.delete(entity);
    this.#found.push({ entity, type, first: placeText(place) });
  }

  report(offset: number, problems: Problems): void {
    for (const { entity, type, first } of this.#found) {
      const message = `The documents of ${entity} hold MongoDB Extended JSON ({"${type}": …}, first ${first}), and stay as they are. Say extendedJson: true at the source to have plain ids, dates and numbers, and _id as id.`;
      problems.warning(offset, 'extended-json', message);
    }
  }
}
