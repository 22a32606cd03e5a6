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

/** The bytes of an open file. */
export function fileBytes(file: FileHandle): ByteSource {
  let total = 0;
  // A device has no places; the system says where it goes on.
  let position: number | null = null;
  return {
    async read(buffer, from, to) {
      let at = from;
      while (at < to) {
        // A pipe gives what it has, so that one read may not be enough.
        const { bytesRead } = await file.read(buffer, at, to - at, position);
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
  return {
    async read(buffer, from, to) {
      let at = from;
      while (at < to) {
        if (chunk === undefined || used === chunk.length) {
          if (failure === undefined && (await next())) continue;
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
