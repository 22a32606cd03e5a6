/** Which keys does an object have, for people? The first of them, whatever the object holds. */
import { didYouMean } from '../../plan/suggestion.ts';

/** So many are compared with what was meant, and so many are shown. */
const MOST = 1000;
const SHOWN = 12;
const LONGEST = 60;

export class KeyNames {
  readonly #names: string[] = [];
  readonly #arrays: string[] = [];
  #count = 0;

  add(name: string): void {
    this.#count++;
    if (this.#names.length < MOST) this.#names.push(name);
  }

  /** The value of the key that was added last is an array. */
  isArray(): void {
    if (this.#count === this.#names.length) this.#arrays.push(this.#names.at(-1)!);
  }

  /** `; did you mean "Families"?`, or nothing. */
  meantBy(name: string): string {
    return didYouMean(name, this.#names);
  }

  /** `"Families", "count" and 3 more` */
  get text(): string {
    return listed(this.#names, this.#count);
  }

  /** Those whose values are arrays. */
  get arrays(): readonly string[] {
    return this.#arrays;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }
}

function listed(names: readonly string[], count: number): string {
  const shown = names
    .slice(0, SHOWN)
    .map((name) => JSON.stringify(name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name));
  return count > shown.length ? `${shown.join(', ')} and ${count - shown.length} more` : shown.join(', ');
}
