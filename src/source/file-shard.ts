/** What is in this file? Opens it, looks at its beginning and reads it as what it turns out to be. */
import { Buffer } from 'node:buffer';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { SourcePlan } from '../plan/plan.ts';
import { batchesOf, type Beginning, READ_SIZE } from './batches.ts';
import { type ByteSource, fileBytes, streamBytes } from './byte-source.ts';
import { cutterFor } from './parse/format.ts';
import { gunzipped, isGzip } from './parse/gunzip.ts';
import { contentStart } from './parse/refused-content.ts';
import { sourceError } from './source-error.ts';
import type { RecordBatch, Shard } from './source.ts';

/** A file that a plan names, found. */
export interface FoundFile {
  /** Relative to the plan, as people know it. */
  readonly name: string;
  readonly path: string;
  /** Unknown for pipes and devices. */
  readonly size: number | undefined;
}

export function fileShard(number: number, plan: SourcePlan, file: FoundFile): Shard {
  const openBytes = async (): Promise<ByteSource> => fileBytes(await open(file.path, 'r'));
  return shard(number, plan, file.name, file.size, openBytes);
}

/** A stream can be read once and has no size. */
export function streamShard(number: number, plan: SourcePlan, input: Readable): Shard {
  const openBytes = (): Promise<ByteSource> => Promise.resolve(streamBytes(input, () => Promise.resolve()));
  return shard(number, plan, '-', undefined, openBytes);
}

function shard(
  number: number,
  plan: SourcePlan,
  source: string,
  size: number | undefined,
  openBytes: () => Promise<ByteSource>,
): Shard {
  const batches = async function* (): AsyncGenerator<RecordBatch, void, undefined> {
    let bytes: ByteSource | undefined;
    try {
      bytes = await openBytes();
      let beginning = await beginningOf(bytes);
      if (isGzip(beginning.bytes, beginning.length)) {
        bytes = gunzipped(source, bytes, beginning.bytes.subarray(0, beginning.length));
        beginning = await beginningOf(bytes);
      }
      const start = contentStart(beginning.bytes, beginning.length, source);
      yield* batchesOf(
        bytes,
        { ...beginning, start },
        cutterFor(source, beginning.bytes, start, beginning.length, plan.maxDocument),
      );
    } catch (error) {
      throw sourceError(source, error);
    } finally {
      await bytes?.close();
    }
  };
  return { number, entity: plan.entity, source, size, batches };
}

async function beginningOf(source: ByteSource): Promise<Beginning> {
  const bytes = Buffer.allocUnsafeSlow(READ_SIZE + 1);
  const length = await source.read(bytes, 0, READ_SIZE);
  return { bytes, length, start: 0, atEnd: length === 0 };
}
