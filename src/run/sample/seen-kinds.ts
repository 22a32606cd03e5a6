/** Of which types are the values at one place, how often, and where was each seen first? */
import { NULL } from '../../document/tape.ts';
import { KIND_NAMES } from '../../document/decode.ts';
import { type Place, placeText } from '../../document/position.ts';

interface Seen {
  count: number;
  readonly first: string;
}

export class SeenKinds {
  readonly #seen = new Map<string, Seen>();
  /** Values that are null. */
  nulls = 0;
  /** Where the first of them was. */
  firstNull: string | undefined;

  add(kind: number, place: Place): void {
    if (kind === NULL) {
      this.nulls++;
      this.firstNull ??= placeText(place);
      return;
    }
    const name = KIND_NAMES[kind]!;
    const seen = this.#seen.get(name);
    if (seen === undefined) this.#seen.set(name, { count: 1, first: placeText(place) });
    else seen.count++;
  }

  /** Nulls aside. */
  get names(): string[] {
    return [...this.#seen.keys()];
  }

  /** `numbers (3, first posts.ndjson:1) and strings (1, first posts.ndjson:4)`, the most frequent first. */
  get text(): string {
    const kinds = [...this.#seen].toSorted(([, a], [, b]) => b.count - a.count);
    const parts = kinds.map(([name, { count, first }]) => `${plural(name)} (${figure(count)}, first ${first})`);
    return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
  }
}

export function figure(count: number): string {
  return count.toLocaleString('en-US');
}

function plural(name: string): string {
  return `${name}s`;
}
