/**
 * Where do documents stand that may be the same as those a replay makes? A table of the replay's keys, by their hashes,
 * and of the places that hold documents of these keys: some ten bytes for each, however many documents the target has.
 */

export interface HolderPlace {
  readonly offset: number;
  readonly length: number;
  /** Whether it is in what the replay adds, not in what was there. */
  readonly isAdded: boolean;
}

const NOWHERE = -1;

export class Holders {
  /** Keys: high, low; and the number of the first place, or `NOWHERE`; 0 is a slot that is free. */
  #keys = new Uint32Array(2 << 10);
  #slots = new Int32Array(1 << 10);
  #count = 0;
  /** Places: an offset, below zero for what is added; a length; the number of the next one. */
  #offsets = new Float64Array(1 << 8);
  #lengths = new Uint32Array(1 << 8);
  #next = new Int32Array(1 << 8);
  #places = 0;

  /** Documents of this key are looked for. */
  expect(high: number, low: number): void {
    if (this.#count * 2 >= this.#slots.length) this.#growKeys();
    const slot = this.#slotOf(high, low);
    if (this.#slots[slot]! !== 0) return;
    this.#count++;
    this.#keys[slot * 2] = high;
    this.#keys[slot * 2 + 1] = low;
    this.#slots[slot] = NOWHERE;
  }

  expects(high: number, low: number): boolean {
    return this.#slots[this.#slotOf(high, low)]! !== 0;
  }

  /** A document of this key stands here. */
  put(high: number, low: number, { offset, length, isAdded }: HolderPlace): void {
    this.expect(high, low);
    const slot = this.#slotOf(high, low);
    const place = this.#places++;
    if (place === this.#offsets.length) this.#growPlaces();
    this.#offsets[place] = isAdded ? -1 - offset : offset;
    this.#lengths[place] = length;
    this.#next[place] = this.#slots[slot]!;
    // Numbers of places begin at 1 in the slots.
    this.#slots[slot] = place + 1;
  }

  /** The places of a key, the last one first. */
  *of(high: number, low: number): Generator<HolderPlace, void, undefined> {
    let place = this.#slots[this.#slotOf(high, low)]!;
    while (place > 0) {
      const offset = this.#offsets[place - 1]!;
      const isAdded = offset < 0;
      yield { offset: isAdded ? -1 - offset : offset, length: this.#lengths[place - 1]!, isAdded };
      place = this.#next[place - 1]!;
    }
  }

  #slotOf(high: number, low: number): number {
    const mask = this.#slots.length - 1;
    let slot = (low ^ high) & mask;
    while (this.#slots[slot]! !== 0 && (this.#keys[slot * 2]! !== high || this.#keys[slot * 2 + 1]! !== low))
      slot = (slot + 1) & mask;
    return slot;
  }

  #growKeys(): void {
    const [keys, slots] = [this.#keys, this.#slots];
    this.#keys = new Uint32Array(keys.length * 2);
    this.#slots = new Int32Array(slots.length * 2);
    for (let old = 0; old < slots.length; old++) {
      if (slots[old]! === 0) continue;
      const slot = this.#slotOf(keys[old * 2]!, keys[old * 2 + 1]!);
      this.#keys[slot * 2] = keys[old * 2]!;
      this.#keys[slot * 2 + 1] = keys[old * 2 + 1]!;
      this.#slots[slot] = slots[old]!;
    }
  }

  #growPlaces(): void {
    const larger = this.#places * 2;
    const [offsets, lengths, next] = [this.#offsets, this.#lengths, this.#next];
    this.#offsets = new Float64Array(larger);
    this.#lengths = new Uint32Array(larger);
    this.#next = new Int32Array(larger);
    this.#offsets.set(offsets);
    this.#lengths.set(lengths);
    this.#next.set(next);
  }
}
