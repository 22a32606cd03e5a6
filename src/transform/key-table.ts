/**
 * Which of millions of keys has been met, and with which content? Keys are numbered as they come; of each, 96 bits of
 * its hash and 64 bits of its content's are kept, 20 bytes, and found by open addressing. What else belongs to a key is
 * kept elsewhere by its number. Keys can be given back in the reverse order only.
 */

/** Words of a key's hash and of its content's. */
export const KEY_WORDS = 3;
export const CONTENT_WORDS = 2;
const WORDS = KEY_WORDS + CONTENT_WORDS;
/** Entries that are made room for at a time, as a power of two. */
const CHUNK = 14;
const IN_CHUNK = (1 << CHUNK) - 1;
/** Three of four places are filled at most. */
const FULL = 0.75;

export class KeyTable {
  #count = 0;
  readonly #chunks: Int32Array[] = [];
  /** Numbers of keys, from 1; 0 is free. */
  #places: Int32Array = new Int32Array(1 << 10);
  readonly #words = new Int32Array(WORDS);

  /** Keys so far. */
  get count(): number {
    return this.#count;
  }

  /** The number of a key, or -1. @param key whose first words are its hash */
  find(key: Int32Array): number {
    const number = this.#places[this.#placeOf(key)]!;
    return number - 1;
  }

  /** Takes a key that has not been met. */
  add(key: Int32Array, content: Int32Array): void {
    if (this.#count >= this.#places.length * FULL) this.#grow();
    const entry = this.#count++;
    const chunk = (this.#chunks[entry >> CHUNK] ??= new Int32Array(WORDS << CHUNK));
    const at = (entry & IN_CHUNK) * WORDS;
    for (let i = 0; i < KEY_WORDS; i++) chunk[at + i] = key[i]!;
    for (let i = 0; i < CONTENT_WORDS; i++) chunk[at + KEY_WORDS + i] = content[i]!;
    this.#places[this.#placeOf(key)] = this.#count;
  }

  hasContent(entry: number, content: Int32Array): boolean {
    const chunk = this.#chunks[entry >> CHUNK]!;
    const at = (entry & IN_CHUNK) * WORDS + KEY_WORDS;
    return chunk[at] === content[0] && chunk[at + 1] === content[1];
  }

  /** Copies the words of key and content. */
  copyTo(target: Int32Array, entry: number): void {
    const chunk = this.#chunks[entry >> CHUNK]!;
    const at = (entry & IN_CHUNK) * WORDS;
    for (let i = 0; i < WORDS; i++) target[i] = chunk[at + i]!;
  }

  /** Gives back the keys that came behind the first `count`. */
  shrinkTo(count: number): void {
    while (this.#count > count) {
      this.copyTo(this.#words, this.#count - 1);
      // Nobody who is still there came after it, so that nobody is looked for beyond its place.
      this.#places[this.#placeOf(this.#words)] = 0;
      this.#count--;
    }
  }

  /** Where a key stands, or would. */
  #placeOf(key: Int32Array): number {
    const mask = this.#places.length - 1;
    for (let place = key[0]! & mask; ; place = (place + 1) & mask) {
      const number = this.#places[place]!;
      if (number === 0 || this.#isKey(number - 1, key)) return place;
    }
  }

  #isKey(entry: number, key: Int32Array): boolean {
    const chunk = this.#chunks[entry >> CHUNK]!;
    const at = (entry & IN_CHUNK) * WORDS;
    return chunk[at] === key[0] && chunk[at + 1] === key[1] && chunk[at + 2] === key[2];
  }

  #grow(): void {
    this.#places = new Int32Array(this.#places.length * 2);
    const mask = this.#places.length - 1;
    for (let entry = 0; entry < this.#count; entry++) {
      let place = this.#chunks[entry >> CHUNK]![(entry & IN_CHUNK) * WORDS]! & mask;
      while (this.#places[place] !== 0) place = (place + 1) & mask;
      this.#places[place] = entry + 1;
    }
  }
}
