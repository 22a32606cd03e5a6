/**
 * How do documents get into a container of the service, as fast as it takes them? Each goes to the queue of the range
 * that has it. A range has so many requests under way as went well lately (`Pace`), and costs no more request units a
 * second than it is provided with (`Throttle`) and than the run may spend (`RequestUnits`). Each answer of each
 * operation is acted on by one table (`actionFor`): done, sent again, divided, looked into, or refused. Whatever happens,
 * each document is settled exactly once; or nothing comes forward any more, and the writer fails with the reason.
 */
import pLimit from 'p-limit';
import { Fatal } from '../../errors.ts';
import { batchBody, MOST_OPERATIONS } from './batch-body.ts';
import { Charges } from './charges.ts';
import { Conflicts } from './conflicts.ts';
import type { Item } from './item.ts';
import { Lane } from './lane.ts';
import { Lanes } from './lanes.ts';
import { type Outcome, outcomesOf, verdictText } from './outcomes.ts';
import { Patience } from './patience.ts';
import { Pauses } from './pauses.ts';
import { refusedItem, type Settlement, standstill, stoppedText, unheldKey } from './settlement.ts';
import { Room } from './room.ts';
import type { WriterFacts, WriterOptions } from './writer-options.ts';

/** Bytes of documents on their way at most; what is added beyond is taken all the same, by whoever does not wait. */
const MOST_ON_THE_WAY = 8 << 20;
/** Bytes that may wait for one range before the others wait with it. */
const MOST_IN_LANE = 4 << 20;
const WINDOW = { first: 4, most: 32 };
const LOOKUPS = 8;
/** Who is told to wait for a millisecond would come back for a single document, milliseconds. */
const SHORTEST_PAUSE = 50;
/** So many attempts without an answer that anybody holds the key, until it is taken for held by somebody unknown. */
const ATTEMPTS_UNHELD = 6;

export class Writer {
  readonly facts: WriterFacts = { requests: 0, throttled: 0, resent: 0, units: 0 };
  readonly #options: WriterOptions;
  readonly #lanes: Lanes;
  readonly #room = new Room(MOST_ON_THE_WAY);
  readonly #charges = new Charges();
  readonly #conflicts: Conflicts;
  readonly #lookups = pLimit(LOOKUPS);
  readonly #patience: Patience;
  readonly #pauses = new Pauses();
  readonly #now: () => number;
  #failure: Error | undefined;
  #isStopped = false;
  #underWay = 0;
  #isUnauthorized = false;
  #lastTrouble = 'no request has been answered';

  constructor(options: WriterOptions) {
    const { container, wire, policy, provided, now = Date.now } = options;
    this.#options = options;
    this.#now = now;
    this.#lanes = new Lanes(
      container,
      (range, ranges) => new Lane(range, WINDOW, provided === undefined ? undefined : provided / ranges, now),
    );
    this.#conflicts = new Conflicts(container, wire, policy);
    this.#patience = new Patience(
      options.patience,
      (milliseconds) => this.#fail(standstill(options.label, milliseconds, this.#lastTrouble)),
      now,
    );
  }

  /** Asks where the ranges are; to be awaited before anything is added. */
  async open(): Promise<void> {
    await this.#lanes.refresh(() => {});
  }

  /** Documents that are not settled. */
  get left(): number {
    return this.#room.documents;
  }

  /** Takes a document; nothing waits, so ask for `room` now and then. */
  add(item: Item): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#room.enter(item.text.length);
    this.#patience.begin();
    this.#route([item]);
  }

  /** Resolves when there is room for more. */
  room(): Promise<void> {
    return this.#room.when(() => this.#room.isFree && this.#lanes.all.every(({ bytes }) => bytes < MOST_IN_LANE));
  }

  /** Resolves when this is so, asked whenever a document is settled. */
  when(until: () => boolean): Promise<void> {
    return this.#room.when(until);
  }

  /** Resolves when everything that was added is settled. */
  allSettled(): Promise<void> {
    return this.#room.when(() => this.#room.documents === 0);
  }

  /** Sends nothing more, and resolves when what is under way is answered, or has had its time. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#endTimers();
    await this.#room.when(() => this.#underWay === 0).catch(() => {});
    this.#patience.end();
    this.#fail(new Error('The writer was stopped.'));
  }

  #route(items: readonly Item[], isFirst = false): void {
    const touched = new Set<Lane>();
    for (const item of isFirst ? items.toReversed() : items) {
      const lane = this.#lanes.of(item.place);
      if (isFirst) lane.pushFirst([item]);
      else lane.push(item);
      touched.add(lane);
    }
    for (const lane of touched) {
      if (lane.length >= MOST_OPERATIONS) this.#pump(lane);
      else lane.wakeSoon(() => this.#pump(lane));
    }
  }

  /** Sends what may be sent now. */
  #pump(lane: Lane): void {
    const { budget } = this.#options;
    while (!this.#isStopped && this.#failure === undefined && lane.busy < lane.pace.window) {
      const most = this.#mostOperations(lane);
      if (!lane.isReady(most)) return;
      const likely = this.#charges.each * Math.min(most, lane.length);
      const units = Math.max(lane.throttle.waitFor(likely), budget?.waitFor(likely) ?? 0);
      const wait = Math.max(lane.pausedUntil - this.#now(), units);
      if (wait > 0) {
        lane.wakeIn(wait, () => this.#pump(lane));
        return;
      }
      const batch = lane.takeBatch(most);
      const reserved = this.#charges.expected(batch);
      lane.throttle.reserve(reserved);
      budget?.spend(reserved);
      lane.limit.concurrency = lane.pace.window;
      const wasFull = lane.busy + 1 >= lane.pace.window;
      this.#underWay++;
      lane
        .limit(() => this.#send(lane, batch, reserved, wasFull))
        .catch((error: unknown) => this.#fail(errorOf(error)))
        .finally(() => {
          this.#underWay--;
          this.#room.look();
          // By then the limit has let go of it.
          lane.wakeSoon(() => this.#pump(lane));
        });
    }
  }

  /** A request that would cost a range more than it gets in a moment would be refused in part. */
  #mostOperations(lane: Lane): number {
    const perSecond = Math.min(lane.throttle.perSecond ?? Infinity, this.#options.budget?.perSecond ?? Infinity);
    if (perSecond === Infinity) return MOST_OPERATIONS;
    return Math.max(1, Math.min(MOST_OPERATIONS, Math.floor((perSecond * SHARE) / this.#charges.each)));
  }

  async #send(lane: Lane, batch: readonly Item[], reserved: number, wasFull: boolean): Promise<void> {
    const { wire, container, mode, policy, budget } = this.#options;
    const sentAt = this.#now();
    for (const item of batch) item.attempts++;
    this.facts.requests++;
    const answer = await wire.bulk(container, lane.range.id, batchBody(batch, mode), policy.partitionKey.length);
    if (this.#failure !== undefined) return;
    this.facts.units += answer.charge;
    lane.throttle.charged(reserved, answer.charge);
    budget?.spend(answer.charge - reserved);
    const outcomes = outcomesOf(answer, batch, mode);
    const done = outcomes.find(({ action }) => action.kind === 'done');
    if (done !== undefined) {
      if (outcomes.length === 1) this.#charges.learn(batch, answer.charge);
      this.#isUnauthorized = false;
    }
    if (outcomes.some(({ action }) => action.kind === 'wait')) {
      this.facts.throttled++;
      lane.pace.throttled(sentAt, this.#now());
      lane.throttle.refused(sentAt);
    } else if (done !== undefined) lane.pace.succeeded(sentAt, this.#now(), wasFull);
    for (const outcome of outcomes) this.#act(lane, outcome);
  }

  #act(lane: Lane, outcome: Outcome): void {
    const { action, items, verdict, message } = outcome;
    if (action.kind !== 'done') this.#note(lane, outcome);
    switch (action.kind) {
      case 'done':
        for (const item of items) this.#settle(item, { kind: 'written' });
        return;
      case 'wait':
        lane.pausedUntil = Math.max(lane.pausedUntil, this.#now() + Math.max(action.milliseconds, SHORTEST_PAUSE));
        this.facts.resent += items.length;
        this.#route(items, true);
        return;
      case 'resend':
        this.#later(items, action.ranges);
        return;
      case 'divide': {
        const half = Math.ceil(items.length / 2);
        // The range may be gone by now, and the parts be at home in others.
        if (!this.#lanes.all.includes(lane)) this.#route(items, true);
        else for (const part of [items.slice(half), items.slice(0, half)]) if (part.length > 0) lane.pushApart(part);
        return;
      }
      case 'readBack':
      case 'findHolder':
        for (const item of items) this.#lookInto(item);
        return;
      case 'refuse':
        for (const item of items) this.#settle(item, refusedItem(item, action.why, verdict, message));
        return;
      case 'authorize':
        if (this.#isUnauthorized) break;
        this.#isUnauthorized = true;
        this.#later(items, false);
        return;
      case 'stop':
        break;
    }
    this.#fail(new Fatal('fatal', ...stoppedText(this.#options.label, verdict, message)));
  }

  /** Sends again after a pause that grows and differs, so that not all come back at the same time. */
  #later(items: readonly Item[], ranges: boolean): void {
    this.facts.resent += items.length;
    this.#pauses.after(Math.max(...items.map(({ attempts }) => attempts)), () => {
      if (!ranges) {
        this.#route(items, true);
        return;
      }
      this.#lanes
        .refresh((homeless) => this.#route(homeless, true))
        .catch((error: unknown) => {
          this.#lastTrouble = `the ranges could not be read (${errorOf(error).message})`;
        })
        .then(() => this.#route(items, true))
        .catch((error: unknown) => this.#fail(errorOf(error)));
    });
  }

  /** Finds out with whom an item is in conflict. */
  #lookInto(item: Item): void {
    const { mode, policy } = this.#options;
    this.#underWay++;
    this.#lookups(async () => {
      const found = await this.#conflicts.look(item, mode);
      if (this.#failure !== undefined) return;
      if (found.kind === 'same') this.#settle(item, { kind: 'written' });
      else if (found.kind === 'conflict') this.#settle(item, { kind: 'refused', refusal: found.refusal });
      else if (found.kind === 'unknowable') this.#settle(item, unheldKey());
      else if (found.kind === 'nobody' && policy.uniqueKeys.length > 0 && item.attempts >= ATTEMPTS_UNHELD)
        this.#settle(item, unheldKey());
      else {
        if (found.kind === 'unknown') this.#lastTrouble = `who holds a key could not be read (${found.problem})`;
        this.#later([item], false);
      }
    })
      .catch((error: unknown) => this.#fail(errorOf(error)))
      .finally(() => {
        this.#underWay--;
        this.#room.look();
      });
  }

  #settle(item: Item, settlement: Settlement): void {
    this.#patience.progressed();
    this.#options.settle(item, settlement);
    this.#room.leave(item.text.length);
    if (this.#room.documents === 0) this.#patience.end();
  }

  #note(lane: Lane, { verdict, message = '' }: Outcome): void {
    this.#lastTrouble = `the last answer of range ${lane.range.id} was ${verdictText(verdict)}${message === '' ? '' : ` (${message})`}`;
  }

  #fail(failure: Error): void {
    if (this.#failure !== undefined) return;
    this.#failure = failure;
    this.#patience.end();
    this.#endTimers();
    this.#room.fail(failure);
  }

  #endTimers(): void {
    this.#pauses.end();
    this.#lanes.close();
  }
}

/** Seconds' worth of its units that one request may cost a range. */
const SHARE = 0.2;

function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
