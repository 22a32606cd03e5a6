/** Who is not written after all, because of what, and who has the key? Three words each, in the order of documents. */

/** In place of a table: equal to the holder. */
export const SAME = 254;
/** In place of a table: rejected because another member of the family lost its key; in place of the holder the table of that key. */
export const FAMILY = 255;
/** In place of a table: refused by the database that it was written to; in place of the holder the number of the answer. */
export const REFUSED = 256;

export class Losers {
  count = 0;
  #words = new Uint32Array(3 * 64);
  /** A bit for each document up to the last loser; made when it is first asked for. */
  #bits: Uint8Array | undefined;

  add(document: number, table: number, holder: number): void {
    this.#bits = undefined;
    if (this.count * 3 === this.#words.length) {
      const larger = new Uint32Array(this.#words.length * 2);
      larger.set(this.#words);
      this.#words = larger;
    }
    const at = this.count++ * 3;
    this.#words[at] = document;
    this.#words[at + 1] = table;
    this.#words[at + 2] = holder;
  }

  document(loser: number): number {
    return this.#words[loser * 3]!;
  }

  table(loser: number): number {
    return this.#words[loser * 3 + 1]!;
  }

  holder(loser: number): number {
    return this.#words[loser * 3 + 2]!;
  }

  /** Whether a document is among them. */
  has(document: number): boolean {
    const bits = (this.#bits ??= this.#makeBits());
    return document >> 3 < bits.length && (bits[document >> 3]! & (1 << (document & 7))) !== 0;
  }

  /** These and others of documents that are not among them, in order. */
  with(others: readonly { readonly document: number; readonly table: number; readonly holder: number }[]): Losers {
    const all = new Losers();
    let own = 0;
    for (const other of others) {
      for (; own < this.count && this.document(own) < other.document; own++)
        all.add(this.document(own), this.table(own), this.holder(own));
      all.add(other.document, other.table, other.holder);
    }
    for (; own < this.count; own++) all.add(this.document(own), this.table(own), this.holder(own));
    return all;
  }

  #makeBits(): Uint8Array {
    const last = this.count === 0 ? -1 : this.document(this.count - 1);
    const bits = new Uint8Array((last >> 3) + 1);
    for (let loser = 0; loser < this.count; loser++)
      bits[this.document(loser) >> 3]! |= 1 << (this.document(loser) & 7);
    return bits;
  }
}
