/**
 * What was the text of a record that has long passed? A sink that decides at its end answers with documents, while the
 * rejects file promises the source's own text. So the source is read once more, up to the last record that is asked
 * for: files only, as standard input can be read once.
 */
import { Buffer } from 'node:buffer';
import type { Origin, Place } from '../document/position.ts';
import type { RecordBatch, Shard } from '../source/source.ts';
import { SourceError } from '../source/source.ts';

export class Originals {
  readonly #shards: readonly Shard[];
  #shard: Shard | undefined;
  #batches: AsyncIterator<RecordBatch> | undefined;
  #batch: RecordBatch | undefined;
  /** The record of the shard that was asked for last. */
  #asked = 0;

  constructor(shards: readonly Shard[]) {
    this.#shards = shards;
  }

  /** The text of a record, best asked for in the order of origins; `undefined` where it cannot be had any more. */
  async of({ shard, index }: Origin, { offset }: Place): Promise<Buffer | undefined> {
    try {
      await this.#enter(this.#shards[shard]!, index);
      this.#asked = index;
      while (this.#batch !== undefined && index >= this.#batch.firstIndex + this.#batch.count) await this.#advance();
    } catch (error) {
      refuseOthers(error);
      this.#batch = undefined;
    }
    if (this.#batch === undefined) return undefined;
    const { text, starts, ends, firstIndex, offset: before } = this.#batch;
    const i = index - firstIndex;
    // A file that was changed meanwhile has something else there.
    if (i < 0 || before + starts[i]! !== offset) return undefined;
    return Buffer.from(text.subarray(starts[i], ends[i]));
  }

  async close(): Promise<void> {
    await this.#batches?.return?.().catch(refuseOthers);
  }

  async #enter(shard: Shard, index: number): Promise<void> {
    // Each barrier asks from the beginning.
    if (shard === this.#shard && index >= this.#asked) return;
    await this.close();
    this.#shard = shard;
    this.#batch = undefined;
    this.#batches = shard.size === undefined ? undefined : shard.batches()[Symbol.asyncIterator]();
    await this.#advance();
  }

  async #advance(): Promise<void> {
    const next = await this.#batches?.next();
    this.#batch = next === undefined || next.done === true ? undefined : next.value;
  }
}

/** The documents themselves are safe where a source cannot be read any more, and how the run ends has been decided. */
function refuseOthers(error: unknown): undefined {
  if (!(error instanceof SourceError)) throw error;
}
