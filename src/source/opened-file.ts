/** What is in this file? Unpacks it, looks at its beginning, and reads it as what it turns out to be. */
import { Buffer } from 'node:buffer';
import type { SourcePlan } from '../plan/plan.ts';
import { batchesBehind } from './batches-behind.ts';
import { batchesOf, type Beginning, READ_SIZE } from './batches.ts';
import type { ByteSource } from './byte-source.ts';
import { EndlessCheck } from './endless.ts';
import { compressionOf } from './parse/compression.ts';
import { contentStart } from './parse/content-start.ts';
import { openCutter } from './parse/open-cutter.ts';
import { unpacked } from './parse/unpack.ts';
import type { FileForm, Reading, RecordBatch } from './source.ts';

/** @param source what people know it by; @param onUnpacked takes what has to be closed instead of `file` */
export async function* batchesIn(
  file: ByteSource,
  plan: SourcePlan,
  source: string,
  { from, memory }: Reading,
  onUnpacked: (bytes: ByteSource) => void,
): AsyncGenerator<RecordBatch, void, undefined> {
  let bytes = file;
  let beginning = await beginningOf(bytes);
  const compression = compressionOf(beginning.bytes, beginning.length, source);
  if (compression !== undefined) {
    bytes = unpacked(source, compression, bytes, beginning.bytes.subarray(0, beginning.length));
    onUnpacked(bytes);
    beginning = await beginningOf(bytes);
  }
  const content = { source, compression, isSaid: plan.format !== undefined };
  const start = contentStart(beginning.bytes, beginning.length, content);
  const form: FileForm = {
    source: plan.file,
    format: plan.format ?? 'ndjson',
    detected: plan.format === undefined,
    ...(plan.select && { select: plan.select.text }),
    ...(compression && { compression }),
    ...(start > 0 && { byteOrderMark: true }),
  };
  const cutter = openCutter(plan, source, beginning.bytes, start, beginning.length);
  if (from?.line !== undefined && bytes.seek !== undefined && cutter.entering !== undefined) {
    bytes.seek(from.offset);
    const nothing = { bytes: beginning.bytes, length: 0, start: 0, atEnd: false };
    yield* batchesOf(bytes, nothing, cutter.entering(from), { middle: from, memory, form });
    return;
  }
  const endless = compression && new EndlessCheck(source, plan.maxDocument);
  const all = batchesOf(bytes, { ...beginning, start }, cutter, { memory, form, endless });
  yield* from === undefined ? all : batchesBehind(from, all);
}

/** So much that the format can be told: a pipe may give a line now and the next one in an hour. */
async function beginningOf(source: ByteSource): Promise<Beginning> {
  const bytes = Buffer.allocUnsafeSlow(READ_SIZE + 1);
  let length = 0;
  for (let read = -1; length < READ_SIZE && read !== 0 && !isLine(bytes, length); length += read)
    read = await source.read(bytes, length, READ_SIZE);
  return { bytes, length, start: 0, atEnd: length === 0 };
}

/** Whether the first line seems to be a whole object. */
function isLine(bytes: Buffer, length: number): boolean {
  const end = bytes.subarray(0, length).indexOf(10);
  return end > 0 && /^\s*\{.*\}\s*$/s.test(bytes.toString('latin1', 0, end));
}
