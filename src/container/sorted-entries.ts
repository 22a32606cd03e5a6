/** Which entry is the next over all sorted runs? A merge by a heap of the runs' first entries; of equal keys the earlier run's comes first. */
import type { SortedRun } from './sorted-run.ts';

export class SortedEntries {
  /** The current entry, after `next` said that there is one. */
  high = 0;
  low = 0;
  third = 0;
  fourth = 0;
  readonly #runs: readonly SortedRun[];
  /** Numbers of runs that have an entry left, as a heap. */
  readonly #heap: number[] = [];
  readonly #release: () => void;
  #started = false;

  constructor(runs: readonly SortedRun[], release: () => void) {
    this.#runs = runs;
    this.#release = release;
    for (let run = 0; run < runs.length; run++) {
      if (!runs[run]!.isDone) this.#heap.push(run);
    }
    for (let node = (this.#heap.length >> 1) - 1; node >= 0; node--) this.#sink(node);
  }

  /** Goes on to the next entry; false when there is none. */
  next(): boolean {
    const heap = this.#heap;
    if (this.#started) {
      if (heap.length === 0) return false;
      if (!this.#runs[heap[0]!]!.next()) {
        const last = heap.pop()!;
        if (heap.length === 0) return false;
        heap[0] = last;
      }
      if (heap.length > 1) this.#sink(0);
    } else {
      this.#started = true;
      if (heap.length === 0) return false;
    }
    const run = this.#runs[heap[0]!]!;
    const words = run.words;
    const at = run.at;
    this.high = words[at]!;
    this.low = words[at + 1]!;
    this.third = words[at + 2]!;
    this.fourth = words[at + 3]!;
    return true;
  }

  /** Gives memory and files back. */
  close(): void {
    this.#heap.length = 0;
    this.#release();
  }

  /** Lets the run at a node sink until none below it has an earlier entry. */
  #sink(from: number): void {
    const heap = this.#heap;
    const moving = heap[from]!;
    let node = from;
    for (;;) {
      let child = node * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.#isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!this.#isBefore(heap[child]!, moving)) break;
      heap[node] = heap[child]!;
      node = child;
    }
    heap[node] = moving;
  }

  #isBefore(a: number, b: number): boolean {
    const left = this.#runs[a]!;
    const right = this.#runs[b]!;
    const high = left.words[left.at]! - right.words[right.at]!;
    if (high !== 0) return high < 0;
    const low = left.words[left.at + 1]! - right.words[right.at + 1]!;
    return low === 0 ? a < b : low < 0;
  }
}
