/** Which records has a cutter found in its bytes? The arrays of a batch, used again for the next one. */
import { Buffer } from 'node:buffer';

/** What is kept of a record that cannot be handed over. */
const LONGEST_ORIGINAL = 64 * 1024;

/** A broken record, its place counted from the first byte of the batch's buffer. */
export interface BrokenPlace {
  readonly line: number;
  readonly position: number;
  readonly message: string;
  readonly original: Buffer;
}

export class RecordList {
  starts: Int32Array = new Int32Array(1024);
  ends: Int32Array = new Int32Array(1024);
  lines: Float64Array = new Float64Array(1024);
  count = 0;
  broken: BrokenPlace | undefined;

  clear(): void {
    this.count = 0;
    this.broken = undefined;
  }

  add(start: number, end: number, line: number): void {
    const at = this.count++;
    if (at === this.starts.length) this.#grow();
    this.starts[at] = start;
    this.ends[at] = end;
    this.lines[at] = line;
  }

  /** Ends the batch with a record of which `bytes[start..end)` is known. */
  break(bytes: Buffer, start: number, end: number, line: number, message: string): void {
    this.broken = { line, position: start, message, original: beginningOf(bytes, start, end) };
  }

  #grow(): void {
    const { starts, ends, lines } = this;
    this.starts = new Int32Array(starts.length * 2);
    this.ends = new Int32Array(starts.length * 2);
    this.lines = new Float64Array(starts.length * 2);
    this.starts.set(starts);
    this.ends.set(ends);
    this.lines.set(lines);
  }
}

/** A copy of a range, at most `LONGEST_ORIGINAL` bytes of it, cut between characters. */
function beginningOf(bytes: Buffer, start: number, end: number): Buffer {
  let to = Math.min(end, start + LONGEST_ORIGINAL);
  const least = to - 3;
  if (to < end) while (to > least && (bytes[to]! & 0xc0) === 0x80) to--;
  return Buffer.from(bytes.subarray(start, to));
}
