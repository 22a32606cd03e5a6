/**
 * Which of millions of keys has been met, and with which content? Keys are numbered as they come; of each, 80 bits of its
 * hash and 48 bits of its content's are kept, 16 bytes, and found by open addressing. What else belongs to a key is kept
 * elsewhere by its number. Keys can be given back in the reverse order only.
 */

/** Words of a key and its content. */
export const KEY_WORDS = 4;
/** Entries that are made room for at a time, as a power of two. */
const CHUNK = 14;
const IN_CHUNK = (1 << CHUNK) - 1;
/** The places are in so many parts, each of which grows for itself: then little is there twice while one does. */
const PARTS = 6;
/** Three of four places are filled at most. */
const FULL = 0.75;

interface Part {
  /** Numbers of keys, from 1; 0 is free. */
  places: Int32Array;
  count: number;
}

export class KeyTable {
  #count = 0;
  readonly #chunks: Int32Array[] = [];
  readonly #parts: Part[] = Array.from({ length: 1 << PARTS }, () => ({ places: new Int32Array(16), count: 0 }));
  readonly #words = new Int32Array(KEY_WORDS);

  /** Keys so far. */
  get count(): number {
    return this.#count;
  }

  /** The number of a key, or -1. @param key its hash; the first 80 bits are looked at */
  find(key: Int32Array): number {
    const { places } = this.#partOf(key);
    return places[this.#placeOf(places, key)]! - 1;
  }

  /** Takes a key that has not been met. @param content the hash of its content; the first 48 bits are kept */
  add(key: Int32Array, content: Int32Array): void {
    const words = this.#words;
    words[0] = key[0]!;
    words[1] = key[1]!;
    words[2] = (key[2]! & 0xffff) | (content[1]! << 16);
    words[3] = content[0]!;
    this.restore(words);
  }

  /** Takes a key as `copyTo` gave it. */
  restore(words: Int32Array): void {
    const entry = this.#count++;
    const chunk = (this.#chunks[entry >> CHUNK] ??= new Int32Array(KEY_WORDS << CHUNK));
    const at = (entry & IN_CHUNK) * KEY_WORDS;
    for (let i = 0; i < KEY_WORDS; i++) chunk[at + i] = words[i]!;
    const part = this.#partOf(words);
    if (part.count >= part.places.length * FULL) this.#grow(part);
    part.places[this.#placeOf(part.places, words)] = this.#count;
    part.count++;
  }

  hasContent(entry: number, content: Int32Array): boolean {
    const chunk = this.#chunks[entry >> CHUNK]!;
    const at = (entry & IN_CHUNK) * KEY_WORDS;
    return chunk[at + 3] === content[0] && chunk[at + 2]! >>> 16 === (content[1]! & 0xffff);
  }

  /** Copies what is kept of a key. */
  copyTo(target: Int32Array, entry: number): void {
    const chunk = this.#chunks[entry >> CHUNK]!;
    const at = (entry & IN_CHUNK) * KEY_WORDS;
    for (let i = 0; i < KEY_WORDS; i++) target[i] = chunk[at + i]!;
  }

  /** Gives back the keys that came behind the first `count`. */
  shrinkTo(count: number): void {
    while (this.#count > count) {
      this.copyTo(this.#words, this.#count - 1);
      const part = this.#partOf(this.#words);
      // Nobody who is still there came after it, so that nobody is looked for beyond its place.
      part.places[this.#placeOf(part.places, this.#words)] = 0;
      part.count--;
      this.#count--;
    }
  }

  #partOf(key: Int32Array): Part {
    return this.#parts[key[0]! >>> (32 - PARTS)]!;
  }

  /** Where a key stands, or would. */
  #placeOf(places: Int32Array, key: Int32Array): number {
    const mask = places.length - 1;
    for (let place = key[0]! & mask; ; place = (place + 1) & mask) {
      const number = places[place]!;
      if (number === 0 || this.#isKey(number - 1, key)) return place;
    }
  }

  #isKey(entry: number, key: Int32Array): boolean {
    const chunk = this.#chunks[entry >> CHUNK]!;
    const at = (entry & IN_CHUNK) * KEY_WORDS;
    return chunk[at] === key[0] && chunk[at + 1] === key[1] && ((chunk[at + 2]! ^ key[2]!) & 0xffff) === 0;
  }

  /** Keys get their places in the order in which they came, as `shrinkTo` wants it. */
  #grow(part: Part): void {
    const numbers = part.places.filter((number) => number > 0).toSorted();
    part.places = new Int32Array(part.places.length * 2);
    const mask = part.places.length - 1;
    for (const number of numbers) {
      const entry = number - 1;
      let place = this.#chunks[entry >> CHUNK]![(entry & IN_CHUNK) * KEY_WORDS]! & mask;
      while (part.places[place] !== 0) place = (place + 1) & mask;
      part.places[place] = number;
    }
  }
}
