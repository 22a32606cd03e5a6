/** How is a file of a plan read, and a stream? Each is one shard. */
import { constants, openSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Socket } from 'node:net';
import { addAbortSignal, type Readable } from 'node:stream';
import type { SourcePlan } from '../plan/plan.ts';
import { type ByteSource, fileBytes, streamBytes } from './byte-source.ts';
import { changeOf } from './changed-file.ts';
import { identityOf } from './identity.ts';
import { batchesIn } from './opened-file.ts';
import { sourceError } from './source-error.ts';
import type { Reading, RecordBatch, Shard, SourceIdentity } from './source.ts';

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

/** What is open, and what tells at the end whether it is still the same. */
interface Opened {
  readonly bytes: ByteSource;
  readonly change?: () => Promise<string | undefined>;
}

export function fileShard(number: number, plan: SourcePlan, file: FoundFile): Shard {
  const { name, path, size } = file;
  const openBytes = async (pinned: SourceIdentity | undefined, signal?: AbortSignal): Promise<Opened> => {
    if (file.isPipe) return { bytes: pipeBytes(openPipe(path), signal) };
    const handle: FileHandle = await open(path, 'r');
    if (pinned?.size === undefined) return { bytes: fileBytes(handle) };
    return { bytes: fileBytes(handle, pinned.size), change: () => changeOf(handle, path, pinned) };
  };
  return shard(number, plan, { name, path, size }, openBytes);
}

/** A stream can be read once and has no size. */
export function streamShard(number: number, plan: SourcePlan, input: Readable): Shard {
  const openBytes = (_pinned: unknown, signal?: AbortSignal): Promise<Opened> =>
    Promise.resolve({ bytes: pipeBytes(input, signal) });
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
  openBytes: (pinned: SourceIdentity | undefined, signal?: AbortSignal) => Promise<Opened>,
): Shard {
  let pinned: SourceIdentity | undefined;
  let change: string | undefined;
  const batches = async function* (reading: Reading = {}): AsyncGenerator<RecordBatch, void, undefined> {
    let opened: Opened | undefined;
    let bytes: ByteSource | undefined;
    let isRead = true;
    try {
      opened = await openBytes(pinned, reading.signal);
      bytes = opened.bytes;
      yield* batchesIn(opened.bytes, plan, source, reading, (unpacked) => (bytes = unpacked));
    } catch (error) {
      isRead = false;
      // Whoever aborted knows why there is no more.
      if (error instanceof Error && error.name === 'AbortError') return;
      throw sourceError(source, error);
    } finally {
      try {
        // Also where not all of it was wanted; but whoever stopped will go on, and looks then.
        if (isRead && reading.signal?.aborted !== true) change = await changeIn(opened);
      } finally {
        await bytes?.close();
      }
    }
  };
  const changeIn = async (opened: Opened | undefined): Promise<string | undefined> => {
    try {
      return await opened?.change?.();
    } catch (error) {
      throw sourceError(source, error);
    }
  };
  const identity = async (): Promise<SourceIdentity> => {
    try {
      return (pinned ??= await identityOf(source, path, size));
    } catch (error) {
      throw sourceError(source, error);
    }
  };
  // Only of files is the size known.
  const isStream = size === undefined;
  return { number, entity: plan.entity, source, path, size, isStream, batches, identity, change: () => change };
}
