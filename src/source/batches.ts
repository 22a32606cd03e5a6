/**
 * How do bytes become batches of records? While the consumer works on the records of one buffer, the next bytes are read
 * into another, behind the beginning of the record that the first one left incomplete.
 */
import { Buffer, isUtf8 } from 'node:buffer';
import type { ByteSource } from './byte-source.ts';
import type { EndlessCheck } from './endless.ts';
import type { Cutter } from './parse/cutter.ts';
import { RecordList } from './parse/record-list.ts';
import type { FileForm, Memory, RecordBatch } from './source.ts';

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

export interface Batching {
  /** Where reading begins in the middle: the number of the first record and its offset. */
  readonly middle?: { readonly index: number; readonly offset: number } | undefined;
  readonly memory?: Memory | undefined;
  /** How the file is read; its format is what the cutter finds where the plan does not say it. */
  readonly form?: FileForm | undefined;
  /** Looks whether compressed data has an end. */
  readonly endless?: EndlessCheck | undefined;
}

/** Reads a source to its end. Bytes of `beginning` come first. */
export async function* batchesOf(
  source: ByteSource,
  beginning: Beginning,
  cutter: Cutter,
  { middle, memory, form, endless }: Batching = {},
): AsyncGenerator<RecordBatch, void, undefined> {
  const records = new RecordList();
  const room = memory === undefined ? twoInTurn() : eachItsOwn(memory);
  let told = form;
  let { bytes, length, atEnd } = beginning;
  let position = beginning.start;
  let counted = 0;
  let firstIndex = middle?.index ?? 0;
  let offset = middle?.offset ?? 0;

  for (;;) {
    records.clear();
    position = cutter.cut(bytes, position, length, atEnd, records);
    const isLast = cutter.isBroken || (atEnd && position === length);
    const tail = length - position;
    const isHungry = !isLast && records.broken === undefined;
    let next = bytes;
    let reading: Promise<number> | undefined;
    if (isHungry || (!isLast && memory !== undefined)) {
      next = room(tail);
      bytes.copy(next, 0, position, length);
    }
    if (isHungry) {
      reading = source.read(next, tail, next.length - 1);
      // An error is met where the promise is awaited, after the consumer has had what came before.
      reading.catch(() => {});
    }
    endless?.look(offset + position, source.bytesRead, records.count > 0);
    const end = cutter.isBroken ? length : position;
    if (end > counted || records.count > 0 || records.broken !== undefined) {
      if (told?.detected === true && told.format !== cutter.format) told = { ...told, format: cutter.format };
      const bounds = { bytes: end - counted, endOffset: offset + end, endLine: cutter.line, form: told };
      yield batch(bytes, records, firstIndex, offset, source.bytesRead, bounds);
      firstIndex += records.count + (records.broken === undefined ? 0 : 1);
    }
    counted = end;
    if (isLast) return;
    if (next === bytes) continue;
    const read = (await reading) ?? 0;
    if (reading !== undefined) atEnd = read === 0;
    offset += position;
    bytes = next;
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
  bounds: Pick<RecordBatch, 'bytes' | 'endOffset' | 'endLine' | 'form'>,
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
    // Looked at by the thread that works on it.
    get utf8() {
      return count === 0 || isUtf8(text.subarray(starts[0], ends[count - 1]));
    },
    bytesRead,
    ...bounds,
    broken:
      place === undefined
        ? []
        : [{ index: firstIndex + count, code: 'LINE_INVALID', message: broken!.message, ...place }],
  };
}

/** Gives a buffer for `tail` bytes that are left and more: the one before the last, unless its size does not fit. */
function twoInTurn(): (tail: number) => Buffer {
  let last = Buffer.alloc(0);
  let before = last;
  return (tail) => {
    [before, last] = [last, before];
    const isLarge = last.length > tail * 2 + READ_SIZE * 2;
    if (isLarge || last.length <= tail + Math.max(READ_SIZE, tail) / 2)
      last = Buffer.allocUnsafeSlow(sizeFor(tail, READ_SIZE));
    return last;
  };
}

function eachItsOwn(memory: Memory): (tail: number) => Buffer {
  return (tail) => memory.take(sizeFor(tail, memory.readSize));
}

/** More than is read at once, so that there is room for the beginning of the next record. */
function sizeFor(tail: number, readSize: number): number {
  return tail + Math.max(readSize, tail >> 1) + (readSize >> 4);
}
