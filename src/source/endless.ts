/**
 * May so much come of so little? A few bytes can unpack to terabytes. What has records is the data, however well it was
 * compressed; where none ends for long, and what comes is hundreds of times what it was packed in, nobody meant it.
 */
import { SourceError } from './source.ts';

/** Unpacked bytes in which no record ends, in documents of the largest size, and at least. */
const DOCUMENTS = 4;
const LEAST = 64 * 1024 * 1024;
/** Unpacked bytes for each packed one. Text that somebody wrote has 3 to 30; gzip knows 1,030 at most, others no end. */
const RATIO = 200;

export class EndlessCheck {
  readonly #source: string;
  readonly #most: number;
  #unpacked = 0;
  #packed = 0;

  constructor(source: string, maxDocument: number) {
    this.#source = source;
    this.#most = Math.max(LEAST, DOCUMENTS * maxDocument);
  }

  /**
   * So many bytes have been unpacked and looked through, of so many packed ones.
   * @param hasRecords whether a record has ended in what came last
   * @throws SourceError where it has no end
   */
  look(unpacked: number, packed: number, hasRecords: boolean): void {
    if (hasRecords) {
      this.#unpacked = unpacked;
      this.#packed = packed;
      return;
    }
    const length = unpacked - this.#unpacked;
    if (length <= this.#most || length <= RATIO * (packed - this.#packed)) return;
    throw new SourceError(
      `${this.#source}: behind offset ${this.#unpacked} no document ends for ${length.toLocaleString('en-US')} bytes, which are packed in ${Math.max(0, packed - this.#packed).toLocaleString('en-US')}: this is made to fill memory or disks, or damaged.`,
      {
        advice: 'If it is what you expect, unpack it first; a file that is not compressed has no such limit.',
        anew: 'with the file unpacked',
      },
    );
  }
}
