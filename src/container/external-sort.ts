/**
 * How are more entries sorted than memory holds? They are gathered up to a bound, sorted and written as a run; at the
 * end the runs are merged. Equal keys keep the order in which they came.
 */
import { Buffer } from 'node:buffer';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { ENTRY, sortEntries } from './sort-entries.ts';
import { SortedEntries } from './sorted-entries.ts';
import { SortedRun } from './sorted-run.ts';

/** Entries of a run: 2 MB. */
const RUN = 1 << 17;
const FIRST = 1 << 10;

/** The second array of a sort; nothing of it outlives the call. */
let other = new Uint32Array(0);

export class ExternalSort {
  readonly #path: string;
  readonly #runSize: number;
  #entries = new Uint32Array(FIRST * ENTRY);
  #length = 0;
  #file: number | undefined;
  /** Ends of the runs in the file, in bytes. */
  readonly #ends: number[] = [];

  /**
   * @param path where runs are written, if there is more than one; the file has no name for longer than a moment.
   * @param runSize entries of a run. @default 131,072
   */
  constructor(path: string, runSize: number = RUN) {
    this.#path = path;
    this.#runSize = runSize;
  }

  add(high: number, low: number, third: number, fourth: number): void {
    if (this.#length === this.#entries.length) this.#makeRoom();
    const entries = this.#entries;
    const at = this.#length;
    entries[at] = high;
    entries[at + 1] = low;
    entries[at + 2] = third;
    entries[at + 3] = fourth;
    this.#length = at + ENTRY;
  }

  /** The entries in order. Nothing can be added any more; `close` of the result gives everything back. */
  finish(): SortedEntries {
    const sorted = this.#sorted();
    const last = new Uint32Array(sorted.subarray(0, this.#length));
    this.#entries = new Uint32Array(0);
    const file = this.#file;
    if (file === undefined) return new SortedEntries([new SortedRun(last)], () => {});
    const runs = this.#ends.map((end, i) => new SortedRun(new Uint32Array(0), file, this.#ends[i - 1] ?? 0, end));
    if (last.length > 0) runs.push(new SortedRun(last));
    return new SortedEntries(runs, () => this.close());
  }

  /** Gives the file back. */
  close(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
  }

  #makeRoom(): void {
    if (this.#length < this.#runSize * ENTRY) {
      const larger = new Uint32Array(Math.min(this.#entries.length * 2, this.#runSize * ENTRY));
      larger.set(this.#entries);
      this.#entries = larger;
      return;
    }
    const sorted = this.#sorted();
    this.#file ??= openNameless(this.#path);
    const bytes = Buffer.from(sorted.buffer, 0, this.#length * 4);
    const start = this.#ends.at(-1) ?? 0;
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at, bytes.length - at, start + at);
    this.#ends.push(start + bytes.length);
    this.#length = 0;
  }

  #sorted(): Uint32Array {
    if (other.length < this.#entries.length) other = new Uint32Array(this.#entries.length);
    return sortEntries(this.#entries, this.#length / ENTRY, other);
  }
}

/** A file that is gone when it is closed, however the process ends, and that no other process can come upon. */
function openNameless(path: string): number {
  const file = openSync(path, 'w+');
  rmSync(path, { force: true });
  return file;
}
