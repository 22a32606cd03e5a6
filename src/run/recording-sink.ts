/**
 * What became of each document, container by container? The embedded container of a rehearsal, in a folder that goes
 * afterwards, with a memory of everything it was handed and how it answered: for few documents.
 */
import { mkdirSync, rmSync } from 'node:fs';
import process from 'node:process';
import type { Document } from '../document/document.ts';
import type { Place } from '../document/position.ts';
import type { Rejection } from '../document/rejection.ts';
import { withoutSystemProperties } from '../document/system-properties.ts';
import { wireText } from '../document/wire-text.ts';
import type { Plan } from '../plan/plan.ts';
import { EmbeddedSink } from '../sink/embedded.ts';
import type { FinishOptions, LateAnswer, Output, Refusal, SinkSummary } from '../sink/sink.ts';
import type { Shard } from '../source/source.ts';
import { lastKeysOf } from './last-keys.ts';
import type { PassingSink } from './pass-documents.ts';
import { reasonOf } from './route.ts';
import { scratchFolder } from './unwritten.ts';

/** A document that came out of the steps. */
export interface Emission {
  readonly document: Document;
  /** As it is stored, minified. */
  readonly text: string;
  /** One for each container that it goes to. */
  readonly arrivals: Arrival[];
}

export interface Arrival {
  readonly container: string;
  /** `same`: the container has it already. */
  answer: 'written' | 'same' | Rejection;
}

export class RecordingSink implements PassingSink {
  /** In the order in which they came out. */
  readonly emissions: Emission[] = [];
  readonly #inner: EmbeddedSink;
  readonly #remove: () => void;
  readonly #arrivals = new Map<string, Arrival>();

  private constructor(inner: EmbeddedSink, remove: () => void) {
    this.#inner = inner;
    this.#remove = remove;
  }

  static async open(plan: Plan, shards: readonly Shard[]): Promise<RecordingSink> {
    const folder = scratchFolder();
    mkdirSync(folder, { mode: 0o700 });
    const remove = (): void => rmSync(folder, { recursive: true, force: true });
    // Where the process is ended before it is closed.
    process.once('exit', remove);
    const { containers } = plan;
    const takesLastKeys = lastKeysOf(plan, shards);
    const inner = await EmbeddedSink.open({ folder, containers, takesLastKeys, observe: () => {} });
    return new RecordingSink(inner, remove);
  }

  check(document: Document, container: string, shard: number): Rejection | undefined {
    return this.#inner.check(document, container, shard);
  }

  take(output: Output, place: Place): number | Refusal {
    const { document, container } = output;
    const taken = this.#inner.take(output, place);
    const arrival: Arrival = { container, answer: typeof taken === 'number' ? 'written' : answerOf(taken) };
    this.#arrivals.set(nameOf(output), arrival);
    const last = this.emissions.at(-1);
    // The containers of one document are asked one after the other.
    if (last?.document === document) last.arrivals.push(arrival);
    else this.emissions.push({ document, text: storedText(document), arrivals: [arrival] });
    return taken;
  }

  drain(): Promise<void> {
    return this.#inner.drain();
  }

  finish(options: FinishOptions): Promise<SinkSummary> {
    const answer = (late: LateAnswer): void | Promise<void> => {
      const arrival = this.#arrivals.get(nameOf(late));
      if (arrival !== undefined) arrival.answer = answerOf(late.answer);
      return options.answer(late);
    };
    return this.#inner.finish({ ...options, answer });
  }

  async close(): Promise<void> {
    try {
      await this.#inner.abandon();
    } finally {
      this.#remove();
      process.off('exit', this.#remove);
    }
  }
}

function nameOf({ container, origin }: Pick<Output, 'container' | 'origin'>): string {
  return `${origin.shard}:${origin.index}:${origin.ordinal} ${container}`;
}

function answerOf(refusal: Refusal): Arrival['answer'] {
  if (refusal.kind === 'same') return 'same';
  const { code, message } = reasonOf(refusal);
  return { code, message };
}

function storedText({ tape, root }: Document): string {
  return wireText(tape, withoutSystemProperties(tape, root)).toString('utf8');
}
