/**
 * When does what is written reach the disk? While the rest is still being made, so that the end of a run need not wait
 * for all of it.
 */
import { fdatasync, fsync } from 'node:fs';
import { promisify } from 'node:util';

/** Bytes written since the last time from which on the disk is asked again. */
const APART = 1 << 25;

export class SteadySync {
  readonly #file: number;
  /** Bytes that have been asked for. */
  #asked: number;
  #asking: Promise<void> | undefined;
  /** The system tells a failure once only. */
  #failure: Error | undefined;

  /** @param file an open file, of which `length` bytes are there already */
  constructor(file: number, length: number) {
    this.#file = file;
    this.#asked = length;
  }

  /** So many bytes have been written. */
  pass(length: number): void {
    if (this.#asking !== undefined || length - this.#asked < APART) return;
    this.#asked = length;
    this.#asking = promisify(fdatasync)(this.#file)
      .catch((failure: Error) => (this.#failure ??= failure))
      .then(() => (this.#asking = undefined));
  }

  /** Resolves when the file may be closed. */
  async settle(): Promise<void> {
    await this.#asking;
  }

  /** Resolves when everything that has been written is on the disk. */
  async end(): Promise<void> {
    await this.settle();
    if (this.#failure !== undefined) throw this.#failure;
    await promisify(fsync)(this.#file);
  }
}
