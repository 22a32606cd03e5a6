/** What waits for one physical range? A queue of its own, so that a hot range does not hold up the others. */
import pLimit, { type LimitFunction } from 'p-limit';
import { MOST_BYTES, MOST_OPERATIONS } from './batch-body.ts';
import { type Item, sizeOf } from './item.ts';
import { Pace, type PaceLimits } from './pace.ts';
import { Throttle } from './throttle.ts';

/** A stretch of effective partition keys, in hex, and who has it. */
export interface Range {
  readonly id: string;
  readonly min: string;
  readonly max: string;
}

export class Lane {
  readonly range: Range;
  readonly pace: Pace;
  readonly throttle: Throttle;
  /** Keeps requests under way within the window. */
  readonly limit: LimitFunction;
  /** Bytes of the documents that wait. */
  bytes = 0;
  /** Nothing is sent before, milliseconds since 1970. */
  pausedUntil = 0;
  /** What comes next, last first: items that are sent again. */
  #front: Item[] = [];
  #back: Item[] = [];
  #head = 0;
  /** Batches that go as they are, since together with others they were refused. */
  #apart: (readonly Item[])[] = [];
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Immediate | undefined;

  constructor(range: Range, limits: PaceLimits, provided: number | undefined, now: () => number) {
    this.range = range;
    this.pace = new Pace(limits);
    this.throttle = new Throttle(provided, now);
    this.limit = pLimit(this.pace.window);
  }

  get length(): number {
    return this.#front.length + this.#back.length - this.#head;
  }

  /** Requests under way. */
  get busy(): number {
    return this.limit.activeCount + this.limit.pendingCount;
  }

  push(item: Item): void {
    this.#back.push(item);
    this.bytes += item.text.length;
  }

  /** These come before all others, in their order. */
  pushFirst(items: readonly Item[]): void {
    for (const item of items.toReversed()) this.#front.push(item);
    this.bytes += bytesOf(items);
  }

  /** These go by themselves. */
  pushApart(items: readonly Item[]): void {
    this.#apart.push(items);
    this.bytes += bytesOf(items);
  }

  /** Whether a request is worth while: a full one, or any where nothing is under way. */
  isReady(operations: number): boolean {
    if (this.#apart.length > 0) return true;
    if (this.busy === 0) return this.length > 0;
    return this.length >= operations || this.bytes >= MOST_BYTES;
  }

  /** The next batch, of so many operations at most. */
  takeBatch(operations: number): readonly Item[] {
    const apart = this.#apart.pop();
    if (apart !== undefined) {
      this.bytes -= bytesOf(apart);
      return apart;
    }
    const batch: Item[] = [];
    const most = Math.min(operations, MOST_OPERATIONS);
    for (let size = 2; batch.length < most && this.length > 0;) {
      const item = this.#front.at(-1) ?? this.#back[this.#head]!;
      size += sizeOf(item);
      if (size > MOST_BYTES && batch.length > 0) break;
      this.#shift();
      batch.push(item);
    }
    this.bytes -= bytesOf(batch);
    return batch;
  }

  /** Takes out everything that waits. */
  takeAll(): Item[] {
    const all = [...this.#apart.flat(), ...this.#front.toReversed(), ...this.#back.slice(this.#head)];
    this.#apart = [];
    this.#front = [];
    this.#back = [];
    this.#head = 0;
    this.bytes = 0;
    return all;
  }

  /** Calls back after a while; only the first of several calls counts. */
  wakeIn(milliseconds: number, wake: () => void): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      wake();
    }, milliseconds);
  }

  /** Calls back when the caller has done what it is at: a full request is better than the first document of it. */
  wakeSoon(wake: () => void): void {
    this.#soon ??= setImmediate(() => {
      this.#soon = undefined;
      wake();
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#soon);
    this.#timer = undefined;
    this.#soon = undefined;
  }

  #shift(): void {
    if (this.#front.length > 0) {
      this.#front.pop();
      return;
    }
    this.#head++;
    if (this.#head < 1024 || this.#head * 2 < this.#back.length) return;
    this.#back = this.#back.slice(this.#head);
    this.#head = 0;
  }
}

function bytesOf(items: readonly Item[]): number {
  let sum = 0;
  for (const { text } of items) sum += text.length;
  return sum;
}
