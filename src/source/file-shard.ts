/** What is in this file? Opens it, looks at its beginning and reads it as what it turns out to be. */
import { Buffer } from 'node:buffer';
import { constants, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Socket } from 'node:net';
import { addAbortSignal, type Readable } from 'node:stream';
import type { SourcePlan } from '../plan/plan.ts';
import { batchesOf, type Beginning, READ_SIZE } from './batches.ts';
import { type ByteSource, fileBytes, streamBytes } from './byte-source.ts';
import { batchesBehind } from './batches-behind.ts';
import { EndlessCheck } from './endless.ts';
import { identityOf } from './identity.ts';
import { compressionOf } from './parse/compression.ts';
import { openCutter } from './parse/open-cutter.ts';
import { contentStart } from './parse/content-start.ts';
import { unpacked } from './parse/unpack.ts';
import { sourceError } from './source-error.ts';
import type { FileForm, Reading, RecordBatch, Shard, SourceIdentity } from './source.ts';

/** A file that a plan names, found. */
export interface FoundFile {
  /** Relative to the plan, as people know it. */
  readonly name: string;
  readonly path: string;
  /** Unknown for pipes and devices. */
  readonly size: number | undefined;
  /** Whether it is a named pipe. */
  readonly isPipe: boolean;
}

export function fileShard(number: number, plan: SourcePlan, file: FoundFile): Shard {
  const openBytes = async (signal?: AbortSignal): Promise<ByteSource> =>
    file.isPipe ? pipeBytes(openPipe(file.path), signal) : fileBytes(await open(file.path, 'r'));
  return shard(number, plan, { name: file.name, path: file.path, size: file.size }, openBytes);
}

/** A stream can be read once and has no size. */
export function streamShard(number: number, plan: SourcePlan, input: Readable): Shard {
  const openBytes = (signal?: AbortSignal): Promise<ByteSource> => Promise.resolve(pipeBytes(input, signal));
  return shard(number, plan, { name: '-', path: undefined, size: undefined }, openBytes);
}

/** A read that waits in the thread pool for a writer cannot be called off, and no exit gets past it; a stream's can. */
function openPipe(path: string): Readable {
  return new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false });
}

function pipeBytes(input: Readable, signal: AbortSignal | undefined): ByteSource {
  if (signal !== undefined) addAbortSignal(signal, input);
  return streamBytes(input, () => Promise.resolve(void input.destroy()));
}

function shard(
  number: number,
  plan: SourcePlan,
  { name: source, path, size }: { name: string } & Pick<Shard, 'path' | 'size'>,
  openBytes: (signal?: AbortSignal) => Promise<ByteSource>,
): Shard {
  const batches = async function* ({ signal, from, memory }: Reading = {}): AsyncGenerator<
    RecordBatch,
    void,
    undefined
  > {
    let bytes: ByteSource | undefined;
    try {
      bytes = await openBytes(signal);
      let beginning = await beginningOf(bytes);
      const compression = compressionOf(beginning.bytes, beginning.length, source);
      if (compression !== undefined) {
        bytes = unpacked(source, compression, bytes, beginning.bytes.subarray(0, beginning.length));
        beginning = await beginningOf(bytes);
      }
      const start = contentStart(beginning.bytes, beginning.length, {
        source,
        compression,
        isSaid: plan.format !== undefined,
      });
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
      } else {
        const endless = compression && new EndlessCheck(source, plan.maxDocument);
        const all = batchesOf(bytes, { ...beginning, start }, cutter, { memory, form, endless });
        yield* from === undefined ? all : batchesBehind(from, all);
      }
    } catch (error) {
      // Whoever aborted knows why there is no more.
      if (error instanceof Error && error.name === 'AbortError') return;
      throw sourceError(source, error);
    } finally {
      await bytes?.close();
    }
  };
  const identity = async (): Promise<SourceIdentity> => {
    try {
      return await identityOf(source, path, size);
    } catch (error) {
      throw sourceError(source, error);
    }
  };
  return { number, entity: plan.entity, source, path, size, batches, identity };
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
