/** Which compressed bytes come next? Reads them piece by piece, and takes back what an unpacker has no use for. */
import { Buffer } from 'node:buffer';
import type { ByteSource } from '../byte-source.ts';

/** Compressed bytes that are handed to the unpacker at once. */
const PIECE = 256 * 1024;

export class PackedBytes {
  /** Bytes that have been given and not been taken back. */
  given = 0;
  readonly #source: ByteSource;
  /** What has been read and not been given. */
  #waiting: Buffer;
  #buffer: Buffer | undefined;
  #last: Buffer = Buffer.alloc(0);

  /** @param first bytes of the source that have been read already */
  constructor(source: ByteSource, first: Buffer) {
    this.#source = source;
    this.#waiting = first;
  }

  /** The next bytes; none at the end. They stay until the ones after them are asked for. */
  async next(): Promise<Buffer> {
    await this.#fill();
    this.#last = this.#waiting;
    this.#waiting = this.#waiting.subarray(this.#waiting.length);
    this.given += this.#last.length;
    return this.#last;
  }

  /** The last bytes of those given will be given again. */
  takeBack(count: number): void {
    this.#waiting = this.#last.subarray(this.#last.length - count);
    this.given -= count;
  }

  async hasMore(): Promise<boolean> {
    await this.#fill();
    return this.#waiting.length > 0;
  }

  /** Passes over zeros. Whether there were any. */
  async passZeros(): Promise<boolean> {
    let hasAny = false;
    while (await this.hasMore()) {
      const end = this.#waiting.findIndex((byte) => byte !== 0);
      hasAny ||= end !== 0;
      const passed = end < 0 ? this.#waiting.length : end;
      this.#waiting = this.#waiting.subarray(passed);
      this.given += passed;
      if (end >= 0) break;
    }
    return hasAny;
  }

  async #fill(): Promise<void> {
    if (this.#waiting.length > 0) return;
    this.#buffer ??= Buffer.allocUnsafeSlow(PIECE);
    this.#waiting = this.#buffer.subarray(0, await this.#source.read(this.#buffer, 0, PIECE));
  }
}
