/**
 * What could not go on, and why? The rejects file. Lines are gathered and written in large pieces, synchronously, so
 * that what waits stays bounded also where thousands of answers come at once.
 */
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import type { Observe } from '../document/notice.ts';
import { OutputBuffer } from '../document/output-buffer.ts';
import { reopenLines } from '../reopened-file.ts';
import { type Reject, RejectLines } from './reject-lines.ts';

/** So much waits before it is written. */
const WAITING = 1 << 18;

export class Rejects {
  readonly #file: number;
  readonly #lines: RejectLines;
  #written: number;
  #isFailing = false;

  /** Makes the file anew, or goes on behind its first `length` bytes. */
  constructor(path: string, observe: Observe, length?: number) {
    this.#file = length === undefined ? openAnew(path) : reopenLines(path, length);
    this.#written = length ?? 0;
    this.#lines = new RejectLines(observe, new OutputBuffer(WAITING * 2));
  }

  /** Bytes of the file, those that wait included. */
  get length(): number {
    return this.#written + this.#lines.length;
  }

  /** Adds a line and counts it as a finding. */
  add(reject: Reject): void {
    this.#lines.add(reject);
    if (this.#lines.length >= WAITING) this.flush();
  }

  /** Adds lines that are made and counted already. */
  append(lines: Buffer): void {
    this.#lines.append(lines);
    if (this.#lines.length >= WAITING) this.flush();
  }

  /** Writes what waits. After this, the file has `length` bytes. */
  flush(): void {
    const { waiting } = this.#lines;
    this.#isFailing = true;
    for (let at = 0; at < waiting.length;)
      at += writeSync(this.#file, waiting, at, waiting.length - at, this.#written + at);
    this.#isFailing = false;
    this.#written += waiting.length;
    this.#lines.clear();
  }

  /** What a failing disk did not take is not tried again. */
  close(): void {
    try {
      if (!this.#isFailing) this.flush();
    } finally {
      closeSync(this.#file);
    }
  }
}

/** Another file under the name: a run that was stopped, and still has the old one open, disturbs nobody. */
function openAnew(path: string): number {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) rmSync(path);
  return openSync(path, 'w', 0o600);
}
