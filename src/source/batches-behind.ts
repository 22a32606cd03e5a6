/** Which records are behind a position, where a source cannot be entered in the middle? Reads it again and passes over the others. */
import type { Position } from '../document/position.ts';
import type { RecordBatch } from './source.ts';

export async function* batchesBehind(
  position: Position,
  batches: AsyncIterable<RecordBatch>,
): AsyncGenerator<RecordBatch, void, undefined> {
  for await (const batch of batches) {
    // What is wrong at the end of a file is a record without a byte.
    const endIndex = batch.firstIndex + batch.count + batch.broken.length;
    if (batch.endOffset <= position.offset && endIndex <= position.index) continue;
    yield batch.endOffset - batch.bytes >= position.offset ? batch : behind(position, batch);
  }
}

/** The records of a batch from the position on. */
function behind({ index, offset }: Position, batch: RecordBatch): RecordBatch {
  const passed = Math.min(index - batch.firstIndex, batch.count);
  return {
    ...batch,
    count: batch.count - passed,
    starts: batch.starts.subarray(passed),
    ends: batch.ends.subarray(passed),
    lines: batch.lines.subarray(passed),
    firstIndex: batch.firstIndex + passed,
    bytes: batch.endOffset - offset,
  };
}
