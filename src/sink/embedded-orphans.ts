/**
 * Which documents are written although the one they were made of lost a key? Without `onReject: family` that is how it
 * should be, and people are told how many. The losers come in the order of their origins, as the documents lie in every
 * segment, so that one pass over each finds them.
 */
import { SegmentRecord } from '../container/segment-record.ts';
import type { Observe } from '../document/notice.ts';
import type { Decided, Sources } from './embedded-decided.ts';

export class Orphans {
  readonly #passes: readonly Pass[];
  readonly #ordinals = new Set<number>();
  #shard = -1;
  #index = -1;

  constructor(decided: readonly Decided[], sources: Sources, observe: Observe) {
    this.#passes = decided.filter(({ load }) => load.keys.hasChildren).map((one) => new Pass(one, sources, observe));
  }

  /** This document was refused. */
  lost({ shard, index, ordinal }: SegmentRecord): void {
    if (this.#passes.length === 0) return;
    if (shard !== this.#shard || index !== this.#index) this.finish();
    this.#shard = shard;
    this.#index = index;
    this.#ordinals.add(ordinal);
  }

  /** Looks for what was made of the losers of the record at hand. */
  finish(): void {
    if (this.#ordinals.size > 0) for (const pass of this.#passes) pass.look(this.#shard, this.#index, this.#ordinals);
    this.#ordinals.clear();
  }
}

/** Where the search has come in one segment. */
class Pass {
  readonly #decided: Decided;
  readonly #sources: Sources;
  readonly #observe: Observe;
  readonly #record = new SegmentRecord();
  #document = 0;

  constructor(decided: Decided, sources: Sources, observe: Observe) {
    this.#decided = decided;
    this.#sources = sources;
    this.#observe = observe;
  }

  look(shard: number, index: number, parents: ReadonlySet<number>): void {
    const { load, losers } = this.#decided;
    const record = this.#record;
    load.segment.eachRecord(this.#document, record, (document) => {
      this.#document = document;
      const order = record.shard - shard || record.index - index;
      if (order === 0 && parents.has(record.parent) && !losers.has(document)) this.#notice();
      return order <= 0;
    });
  }

  #notice(): void {
    const { load } = this.#decided;
    const { shard, line, offset, entity } = this.#record;
    this.#observe({
      code: 'PARENT_REJECTED',
      container: load.container.label,
      entity: this.#sources.entities[entity]!,
      message: 'Documents were written although the document they were made of was rejected.',
      example: {
        place: { source: this.#sources.places.get(shard)!, line, offset },
        id: load.stored.describe(this.#document).id,
      },
    });
  }
}
