/**
 * Who wins where documents share a key? The first in source order; a document that is refused occupies no key, so the
 * candidates are replayed in order, each against the occupants of its keys: the id first, then the constraints as the
 * policy has them, the first violated one is named. Hashes only propose; keys are compared by value. Whoever has an
 * occupied id with equal content (numbers by exact value) is the same document again and no conflict.
 */
import type { Candidates } from './candidates.ts';
import { Losers, SAME } from './losers.ts';
import type { StoredDocuments } from './stored-documents.ts';

/** After so many candidates other work may run. */
const TURN = 2000;

export async function decideConflicts({ entries, groups }: Candidates, stored: StoredDocuments): Promise<Losers> {
  const replay = new Replay(stored, groups);
  let turn = 0;
  while (entries.next()) {
    if (entries.high !== replay.document) {
      replay.settle();
      replay.document = entries.high;
      if (++turn % TURN === 0) await new Promise(setImmediate);
    }
    replay.tables.push(entries.low);
    replay.groups.push(entries.third);
  }
  replay.settle();
  entries.close();
  return replay.losers;
}

class Replay {
  /** The candidate at hand, its tables and its groups. */
  document = -1;
  readonly tables: number[] = [];
  readonly groups: number[] = [];
  readonly losers: Losers = new Losers();
  readonly #stored: StoredDocuments;
  /** For each group the number of its first occupant and 1, or 0. */
  readonly #occupants: Uint32Array;
  /** Further occupants of a group: other keys with the same hash. */
  readonly #others = new Map<number, number[]>();

  constructor(stored: StoredDocuments, groups: number) {
    this.#stored = stored;
    this.#occupants = new Uint32Array(groups);
  }

  /** Decides the candidate at hand: it loses, or it occupies its keys. */
  settle(): void {
    if (!this.#loses()) {
      for (const group of this.groups) {
        if (this.#occupants[group] === 0) this.#occupants[group] = this.document + 1;
        else this.#others.set(group, [...(this.#others.get(group) ?? []), this.document]);
      }
    }
    this.tables.length = 0;
    this.groups.length = 0;
  }

  #loses(): boolean {
    for (let i = 0; i < this.groups.length; i++) {
      const group = this.groups[i]!;
      const first = this.#occupants[group]!;
      if (first === 0) continue;
      const table = this.tables[i]!;
      const holder = [first - 1, ...(this.#others.get(group) ?? [])].find((other) => this.#shareKey(other, table));
      if (holder === undefined) continue;
      const same = table === 0 && this.#stored.haveEqualContent(holder, this.document);
      this.losers.add(this.document, same ? SAME : table, holder);
      return true;
    }
    return false;
  }

  #shareKey(holder: number, table: number): boolean {
    // Equal texts have equal keys, and are the most frequent kind of repetition.
    if (table === 0 && this.#stored.text(holder).equals(this.#stored.text(this.document))) return true;
    return this.#stored.shareKey(holder, this.document, table);
  }
}
