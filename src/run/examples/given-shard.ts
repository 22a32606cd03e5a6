/** How do documents that are at hand come out of a source? As one batch of records, line by line. */
import { Buffer } from 'node:buffer';
import type { RecordBatch, Shard } from '../../source/source.ts';

/** @param texts JSON, each without a line end */
export function givenShard(number: number, entity: string, texts: readonly string[]): Shard {
  const batches = async function* (): AsyncGenerator<RecordBatch, void, undefined> {
    if (texts.length > 0) yield await Promise.resolve(batchOf(texts));
  };
  const identity = { source: NAME };
  const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
  return { number, entity, source: NAME, path: undefined, size, batches, identity: () => Promise.resolve(identity) };
}

/** What they call the place of their documents. */
const NAME = 'given';

function batchOf(texts: readonly string[]): RecordBatch {
  const text = Buffer.from(texts.map((one) => `${one}\n`).join(''));
  const count = texts.length;
  const ends = new Int32Array(count);
  let at = -1;
  for (let i = 0; i < count; i++) ends[i] = at = at + 1 + Buffer.byteLength(texts[i]!);
  const { length } = text;
  return {
    text,
    count,
    starts: ends.map((_, i) => (i === 0 ? 0 : ends[i - 1]! + 1)),
    ends,
    lines: Float64Array.from(ends, (_, i) => i + 1),
    firstIndex: 0,
    offset: 0,
    utf8: true,
    bytesRead: length,
    bytes: length,
    endOffset: length,
    endLine: undefined,
    broken: [],
  };
}
