/**
 * How do bytes become batches of records? Two buffers take turns: while the consumer works on the records of one, the
 * next bytes are read into the other, behind the beginning of the record that the first one left incomplete.
 */
import { Buffer, isUtf8 } from 'node:buffer';
import type { ByteSource } from './byte-source.ts';
import type { Cutter } from './parse/cutter.ts';
import { RecordList } from './parse/record-list.ts';
import type { RecordBatch } from './source.ts';

/** Bytes that are read at once. Twice of it stays within the caches of a core. */
export const READ_SIZE: number = 1 << 18;

/** Bytes that have been read already, in a buffer that may be used again. */
export interface Beginning {
  readonly bytes: Buffer;
  readonly length: number;
  /** Where the content starts, behind a byte order mark. */
  readonly start: number;
  readonly atEnd: boolean;
}

/** Where reading begins in the middle. */
export interface Middle {
  /** Number of the first record. */
  readonly index: number;
  readonly offset: number;
}

/** Reads a source to its end. Bytes of `beginning` come first. */
export async function* batchesOf(
  source: ByteSource,
  beginning: Beginning,
  cutter: Cutter,
  middle: Middle = { index: 0, offset: 0 },
  readSize: number = READ_SIZE,
): AsyncGenerator<RecordBatch, void, undefined> {
  const records = new RecordList();
  let { bytes, length, atEnd } = beginning;
  let spare: Buffer = Buffer.alloc(0);
  let position = beginning.start;
  let counted = 0;
  let firstIndex = middle.index;
  let offset = middle.offset;

  for (;;) {
    records.clear();
    position = cutter.cut(bytes, position, length, atEnd, records);
    const isLast = cutter.isBroken || (atEnd && position === length);
    const tail = length - position;
    const isHungry = !isLast && records.broken === undefined;
    let reading: Promise<number> | undefined;
    if (isHungry) {
      spare = withRoom(spare, tail, readSize);
      bytes.copy(spare, 0, position, length);
      reading = source.read(spare, tail, spare.length - 1);
      // An error is met where the promise is awaited, after the consumer has had what came before.
      reading.catch(() => {});
    }
    const end = cutter.isBroken ? length : position;
    if (end > counted || records.count > 0 || records.broken !== undefined) {
      const bounds = { bytes: end - counted, endOffset: offset + end, endLine: cutter.line };
      yield batch(bytes, records, firstIndex, offset, source.bytesRead, bounds);
      firstIndex += records.count + (records.broken === undefined ? 0 : 1);
    }
    counted = end;
    if (isLast) return;
    if (reading === undefined) continue;
    const read = await reading;
    atEnd = read === 0;
    offset += position;
    [bytes, spare] = [spare, bytes];
    length = tail + read;
    position = 0;
    counted = 0;
  }
}

function batch(
  text: Buffer,
  records: RecordList,
  firstIndex: number,
  offset: number,
  bytesRead: number,
  bounds: Pick<RecordBatch, 'bytes' | 'endOffset' | 'endLine'>,
): RecordBatch {
  const { starts, ends, lines, count, broken } = records;
  const place = broken && { line: broken.line, offset: offset + broken.position, original: broken.original };
  return {
    text,
    count,
    starts,
    ends,
    lines,
    firstIndex,
    offset,
    utf8: count === 0 || isUtf8(text.subarray(starts[0], ends[count - 1])),
    bytesRead,
    ...bounds,
    broken:
      place === undefined
        ? []
        : [{ index: firstIndex + count, code: 'LINE_INVALID', message: broken!.message, ...place }],
  };
}

/** A buffer for what is left and more: the old one unless it is too small, or was made for a much larger record. */
function withRoom(old: Buffer, tail: number, readSize: number): Buffer {
  const most = tail * 2 + readSize * 2;
  if (old.length > tail + Math.max(readSize, tail) / 2 && old.length <= most) return old;
  return Buffer.allocUnsafeSlow(tail + Math.max(readSize, tail >> 1) + (readSize >> 4));
}
