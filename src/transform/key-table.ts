/**
 * Which of millions of keys has been met, and with which content? Keys are numbered as they come; of each, 72 bits of its
 * hash and 40 bits of its content's are kept, 14 bytes, and found by open addressing, which takes some six more. What else
 * belongs to a key is kept elsewhere by its number. Keys can be given back in the reverse order only.
 */

/** Words in which a key and its content are handed out. */
export const KEY_WORDS = 4;
/** Halves of words that are kept of them. */
const HALVES = 7;
/** Entries that are made room for at a time, as a power of two. */
const CHUNK = 14;
const IN_CHUNK = (1 << CHUNK) - 1;
/** The places are in so many parts, as a power of two, each of which grows for itself: then little is there twice. */
const PARTS = 6;
const WITHIN = 32 - PARTS;
/** Four of five places are filled at most, and of a large part two of three at least; a small one may be half as full. */
const FULL = 0.8;
const GROWTH = 1.25;
const SMALL_GROWTH = 2;
const LARGE = 1 << 14;

interface Part {
  /** Numbers of keys, from 1; 0 is free. */
  places: Int32Array;
  count: number;
}

export class KeyTable {
  #count = 0;
  readonly #chunks: Uint16Array[] = [];
  readonly #parts: Part[] = Array.from({ length: 1 << PARTS }, () => ({ places: new Int32Array(16), count: 0 }));
  readonly #words = new Int32Array(KEY_WORDS);

  /** Keys so far. */
  get count(): number {
    return this.#count;
  }

  /** The number of a key, or -1. @param key its hash; the first 72 bits are looked at */
  find(key: Int32Array): number {
    const { places } = this.#partOf(key);
    return places[this.#placeOf(places, key)]! - 1;
  }

  /** Takes a key that has not been met. @param content the hash of its content; the first 40 bits are kept */
  add(key: Int32Array, content: Int32Array): void {
    const words = this.#words;
    words[0] = key[0]!;
    words[1] = key[1]!;
    words[2] = (key[2]! & 0xff) | ((content[1]! & 0xff) << 8);
    words[3] = content[0]!;
    this.restore(words);
  }

  /** Takes a key as `copyTo` gave it. */
  restore(words: Int32Array): void {
    const entry = this.#count++;
    const chunk = (this.#chunks[entry >> CHUNK] ??= new Uint16Array(HALVES << CHUNK));
    const at = (entry & IN_CHUNK) * HALVES;
    chunk[at] = words[0]!;
    chunk[at + 1] = words[0]! >>> 16;
    chunk[at + 2] = words[1]!;
    chunk[at + 3] = words[1]! >>> 16;
    chunk[at + 4] = words[2]!;
    chunk[at + 5] = words[3]!;
    chunk[at + 6] = words[3]! >>> 16;
    const part = this.#partOf(words);
    if (part.count >= part.places.length * FULL) this.#grow(part);
    part.places[this.#placeOf(part.places, words)] = this.#count;
    part.count++;
  }

  hasContent(entry: number, content: Int32Array): boolean {
    this.copyTo(this.#words, entry);
    return this.#words[3] === content[0] && this.#words[2]! >>> 8 === (content[1]! & 0xff);
  }

  /** Copies what is kept of a key. */
  copyTo(target: Int32Array, entry: number): void {
    const chunk = this.#chunks[entry >> CHUNK]!;
    const at = (entry & IN_CHUNK) * HALVES;
    target[0] = chunk[at]! | (chunk[at + 1]! << 16);
    target[1] = chunk[at + 2]! | (chunk[at + 3]! << 16);
    target[2] = chunk[at + 4]!;
    target[3] = chunk[at + 5]! | (chunk[at + 6]! << 16);
  }

  /** Gives back the keys that came behind the first `count`. */
  shrinkTo(count: number): void {
    while (this.#count > count) {
      this.copyTo(this.#words, this.#count - 1);
      const part = this.#partOf(this.#words);
      this.#free(part.places, this.#placeOf(part.places, this.#words));
      part.count--;
      this.#count--;
    }
  }

  #partOf(key: Int32Array): Part {
    return this.#parts[key[0]! >>> WITHIN]!;
  }

  /** Where a key stands, or would. */
  #placeOf(places: Int32Array, key: Int32Array): number {
    for (let place = home(key[0]!, places.length); ; place = next(place, places.length)) {
      const number = places[place]!;
      if (number === 0 || this.#isKey(number - 1, key)) return place;
    }
  }

  #isKey(entry: number, key: Int32Array): boolean {
    const chunk = this.#chunks[entry >> CHUNK]!;
    const at = (entry & IN_CHUNK) * HALVES;
    return (
      (chunk[at]! | (chunk[at + 1]! << 16)) === key[0] &&
      (chunk[at + 2]! | (chunk[at + 3]! << 16)) === key[1] &&
      ((chunk[at + 4]! ^ key[2]!) & 0xff) === 0
    );
  }

  #homeOf(number: number, size: number): number {
    const entry = number - 1;
    const chunk = this.#chunks[entry >> CHUNK]!;
    const at = (entry & IN_CHUNK) * HALVES;
    return home(chunk[at]! | (chunk[at + 1]! << 16), size);
  }

  /** Empties a place; who stands behind it and would not be found any more moves up. */
  #free(places: Int32Array, place: number): void {
    const size = places.length;
    let empty = place;
    for (let at = next(place, size); places[at] !== 0; at = next(at, size)) {
      const from = this.#homeOf(places[at]!, size);
      if ((at - from + size) % size < (at - empty + size) % size) continue;
      places[empty] = places[at]!;
      empty = at;
    }
    places[empty] = 0;
  }

  #grow(part: Part): void {
    const { places } = part;
    const size = Math.ceil(places.length * (places.length < LARGE ? SMALL_GROWTH : GROWTH));
    const larger = new Int32Array(size);
    for (let i = 0; i < places.length; i++) {
      const number = places[i]!;
      if (number === 0) continue;
      let place = this.#homeOf(number, size);
      while (larger[place] !== 0) place = next(place, size);
      larger[place] = number;
    }
    part.places = larger;
  }
}

/** The place that is looked at first. */
function home(hash: number, size: number): number {
  return Math.floor(((hash & ((1 << WITHIN) - 1)) * size) / (1 << WITHIN));
}

function next(place: number, size: number): number {
  return place + 1 === size ? 0 : place + 1;
}
