/**
 * Where do bytes lie that several threads work on? In memory that all of them see; whoever was sent a buffer has it for
 * itself until it comes back, to be filled again. (Buffers that change hands for good would cost more: once one has been
 * taken from a thread, the runtime checks every access of that thread to any buffer.)
 */
import { Buffer } from 'node:buffer';
import type { Memory } from '../source/source.ts';

/** Bytes that are read at once: fewer messages than with the batches of a single thread, more work to share at the end. */
const READ_SIZE = 1 << 18;

/**
 * A buffer a quarter larger than needed, so that it also holds the next batches: what is dropped instead of being filled
 * again stays in memory until the garbage collector happens to run.
 */
export function sharedBytes(atLeast: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(Math.ceil((atLeast * 1.25) / BLOCK) * BLOCK));
}

const BLOCK = 1 << 16;

/** The memory of such a buffer, to be sent to another thread. */
export function memoryOf(bytes: Buffer): SharedArrayBuffer {
  return bytes.buffer as unknown as SharedArrayBuffer;
}

export function isShared(bytes: Buffer): boolean {
  return (bytes.buffer as unknown) instanceof SharedArrayBuffer;
}

/** Buffers for the texts of batches. */
export class SharedMemory implements Memory {
  readonly readSize: number = READ_SIZE;
  readonly #free: Buffer[] = [];

  take(size: number): Buffer {
    const free = this.#free.pop();
    return free !== undefined && free.length >= size ? free : sharedBytes(size);
  }

  /** Takes back a buffer whose records have been worked on; one that was made for a much larger record is dropped. */
  give(bytes: Buffer): void {
    if (isShared(bytes) && bytes.length <= READ_SIZE * 2) this.#free.push(bytes);
  }
}
