/** Where do the bytes come from? Files and streams alike fill the reader's own buffers, in order. */
import type { Buffer } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';

export interface ByteSource {
  /** Fills `buffer[from..to)` as far as it can and says how many bytes came: none only at the end. */
  read(buffer: Buffer, from: number, to: number): Promise<number>;
  /** Bytes of the file on disk, compressed or not, that have been read. */
  readonly bytesRead: number;
  close(): Promise<void>;
  /** Goes on at this offset; absent where that is not possible. */
  seek?(offset: number): void;
}

/** The bytes of an open file, up to `end` where it may go on. */
export function fileBytes(file: FileHandle, end: number = Infinity): ByteSource {
  let total = 0;
  // A device has no places; the system says where it goes on.
  let position: number | null = null;
  return {
    async read(buffer, from, to) {
      let at = from;
      while (at < to) {
        // A pipe gives what it has, so that one read may not be enough.
        const { bytesRead } = await file.read(buffer, at, Math.min(to - at, end - total), position);
        if (position !== null) position += bytesRead;
        if (bytesRead === 0) break;
        at += bytesRead;
        total += bytesRead;
      }
      return at - from;
    },
    get bytesRead() {
      return total;
    },
    close: () => file.close(),
    seek(offset) {
      position = offset;
      total = offset;
    },
  };
}

/** So many milliseconds what has come waits for more, before it is handed on: what feeds a pipe may wait for an answer to it. */
const PATIENCE = 50;

/** The bytes of a stream's chunks; `bytesRead` tells how much of the file they took, if that is not their own length. */
export function streamBytes(
  chunks: AsyncIterable<Buffer>,
  close: () => Promise<void>,
  bytesRead?: () => number,
): ByteSource {
  const iterator = chunks[Symbol.asyncIterator]();
  let chunk: Buffer | undefined;
  let used = 0;
  let total = 0;
  let failure: { error: unknown } | undefined;
  const next = async (): Promise<boolean> => {
    try {
      const result = await iterator.next();
      if (result.done === true) return false;
      chunk = result.value;
      used = 0;
      total += chunk.length;
      return true;
    } catch (error) {
      failure = { error };
      return false;
    }
  };
  let coming: Promise<boolean> | undefined;
  /** Whether there is more; `undefined` when that is not known soon. */
  const more = async (isAwaited: boolean): Promise<boolean | undefined> => {
    coming ??= next();
    const known = isAwaited ? await coming : await soon(coming);
    if (known !== undefined) coming = undefined;
    return known;
  };
  return {
    async read(buffer, from, to) {
      let at = from;
      while (at < to) {
        if (chunk === undefined || used === chunk.length) {
          if (failure === undefined && (await more(at === from)) === true) continue;
          // What came before an error is given first.
          if (failure !== undefined && at === from) throw failure.error;
          break;
        }
        const taken = chunk.copy(buffer, at, used, Math.min(chunk.length, used + to - at));
        used += taken;
        at += taken;
      }
      return at - from;
    },
    get bytesRead() {
      return bytesRead?.() ?? total;
    },
    close,
  };
}

/** What the promise gives, or `undefined` when that takes too long. */
async function soon<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
