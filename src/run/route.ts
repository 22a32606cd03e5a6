/**
 * Which containers take a document, and what has become of it? The router stands behind the chain: it hands each
 * document to the sink once a container, and books every answer, so that in the end the books balance.
 */
import { sourceOf, textOf } from '../document/decode.ts';
import type { Document } from '../document/document.ts';
import { visitUnsafeNumbers } from '../document/inspect.ts';
import { keyOf } from '../document/key.ts';
import { findMember, valueAt } from '../document/members.ts';
import type { Notice, Observe } from '../document/notice.ts';
import type { Origin, Place } from '../document/position.ts';
import type { Rejection } from '../document/rejection.ts';
import { END, NUMBER, STRING } from '../document/tape.ts';
import { wireText } from '../document/wire-text.ts';
import type { Plan } from '../plan/plan.ts';
import type { Reject } from '../report/reject-lines.ts';
import type { EntityTally, Tally } from '../report/tally.ts';
import type { LateAnswer, Refusal, Sink } from '../sink/sink.ts';
import type { Shard } from '../source/source.ts';
import type { Refused } from '../transform/gathering.ts';
import { type ChainOutlet, type Descent, REFUSED } from '../transform/outlet.ts';
import { CONSUMED, type Departure, EXPIRED, FILTERED, MERGED } from '../transform/step.ts';

/** The record of the source whose documents are passing through. */
export interface CurrentRecord {
  readonly shard: number;
  readonly index: number;
  /** That of its source. */
  readonly entity: string;
  readonly place: Place;
  /** Its text; it holds as long as the record is the current one. */
  original(): Buffer;
}

/** What books are kept with. */
export interface Books {
  readonly tally: Tally;
  readonly observe: Observe;
  readonly rejects: { add(reject: Reject): void };
}

/** Where the texts of records that have passed can be had. */
export interface OriginalTexts {
  of(origin: Origin, place: Place): Promise<Buffer | undefined>;
}

/** A record with very many outputs, which are committed before the record is done. */
export interface WithinRecord {
  /** Outputs that were written before the run was resumed. */
  readonly there: number;
  /** So many outputs have been dealt with. */
  done(ordinal: number): void;
}

/** What of a sink documents go through. */
export type Outlet = Pick<Sink, 'check' | 'take'>;

interface Route {
  /** Labels of the containers that take the entity. */
  readonly labels: readonly string[];
  readonly tally: EntityTally;
}

export class Router implements ChainOutlet {
  readonly #sink: Outlet;
  readonly #books: Books;
  readonly #routes = new Map<string, Route>();
  readonly #origin: { shard: number; index: number; ordinal: number } = { shard: 0, index: 0, ordinal: 0 };
  /** Set while a record with very many outputs passes. */
  within: WithinRecord | undefined;
  #record!: CurrentRecord;
  #ordinal = 0;

  constructor(plan: Plan, sink: Outlet, books: Books) {
    this.#sink = sink;
    this.#books = books;
    for (const entity of plan.entities) {
      const labels = plan.containers.filter(({ entities }) => entities.includes(entity)).map(({ label }) => label);
      this.#routes.set(entity, { labels, tally: books.tally.entity(entity) });
    }
  }

  /** The documents that follow are of this record. */
  begin(record: CurrentRecord): void {
    this.#record = record;
    this.#ordinal = 0;
    this.#origin.shard = record.shard;
    this.#origin.index = record.index;
  }

  emit(document: Document, { parent, parentRejected, family }: Descent): number {
    const { labels, tally } = this.#routes.get(document.entity)!;
    if (labels.length === 0) tally.filtered++;
    let answered = -1;
    for (let i = 0; i < labels.length; i++) {
      const container = labels[i]!;
      const ordinal = this.#ordinal++;
      this.#origin.ordinal = ordinal;
      if (i > 0) tally.made++;
      const isThere = this.within !== undefined && ordinal < this.within.there;
      const output = { document, container, origin: this.#origin, parent, family, isThere };
      const answer = this.#sink.take(output, this.#record.place);
      if (typeof answer !== 'number') {
        this.#refused(document, container, answer);
        // What the container has already is no orphan's parent.
        if (i === 0) answered = answer.kind === 'same' ? ordinal : REFUSED;
        continue;
      }
      tally.written++;
      tally.bytes += answer;
      if (answer > tally.maxBytes) tally.maxBytes = answer;
      if (i === 0) answered = ordinal;
      if (document.tape.hasSuspects) this.#noteUnsafe(document, container);
      if (parentRejected) this.#noteOrphan(document, container);
    }
    this.within?.done(this.#ordinal);
    return answered;
  }

  check(document: Document): Rejection | undefined {
    for (const container of this.#routes.get(document.entity)!.labels) {
      const rejection = this.#sink.check(document, container, this.#record.shard);
      if (rejection !== undefined) return rejection;
    }
    return undefined;
  }

  reject(document: Document, step: string | undefined, rejection: Rejection): void {
    this.#origin.ordinal = this.#ordinal++;
    this.#reject(document, { ...(step === undefined ? WRITE : { stage: 'step', step }), ...rejection });
  }

  /** A record that is no document, or none that could be sorted; booked under the entity of its source. */
  unreadable(entity: string, rejection: Rejection, original: Buffer | string): void {
    this.#books.tally.entity(entity).rejected++;
    this.#origin.ordinal = 0;
    const { place } = this.#record;
    this.#books.rejects.add({ origin: this.#origin, place, stage: 'parse', ...rejection, entity, original });
  }

  leave(document: Document, how: Departure): void {
    this.#routes.get(document.entity)!.tally[COUNTERS[how]]++;
  }

  made(document: Document): void {
    this.#routes.get(document.entity)!.tally.made++;
  }

  drop(step: string, path: string, count: number): void {
    this.#books.tally.lose(step, path, count);
  }

  note(notice: Notice): void {
    this.#books.observe({ ...notice, example: { ...notice.example, place: { ...this.#record.place } } });
  }

  /** Books what the sink decided after the document had been taken; a reject has to wait for the text of its record. */
  late(late: LateAnswer, originals: OriginalTexts): void | Promise<void> {
    const { answer, entity, container, origin, place, text } = late;
    const tally = this.#routes.get(entity)!.tally;
    tally.written--;
    tally.bytes -= text.length;
    if (answer.kind === 'same') {
      tally.merged++;
      return;
    }
    tally.rejected++;
    const reject: Reject = {
      origin,
      place,
      ...WRITE,
      ...reasonOf(answer),
      entity,
      container,
      id: late.id,
      doc: text,
    };
    return this.#rejectLate(reject, originals);
  }

  /** Books a document that was gathered, or would have been made of such, and is rejected after all. */
  refused(refused: Refused, source: Pick<Shard, 'source' | 'entity'>, originals: OriginalTexts): Promise<void> {
    const { name: step, rejection, entity, line, offset, text } = refused;
    const { tally } = this.#routes.get(entity)!;
    if (text === undefined) tally.made++;
    else tally.consumed--;
    tally.rejected++;
    const place = { source: source.source, line, offset };
    const origin = { ...refused.origin, ordinal: 0 };
    const why = { stage: 'step', step, ...rejection, entity, sourceEntity: source.entity } as const;
    return this.#rejectLate({ ...why, origin, place, ...(text === undefined ? {} : { doc: text }) }, originals);
  }

  #refused(document: Document, container: string, answer: Refusal): void {
    if (answer.kind === 'same') this.#routes.get(document.entity)!.tally.merged++;
    else this.#reject(document, { ...WRITE, ...reasonOf(answer), container });
  }

  /** Books a document of the current record that does not go on, with the text of both. */
  #reject(
    document: Document,
    why: Omit<Reject, 'origin' | 'place' | 'entity' | 'sourceEntity' | 'id' | 'original' | 'doc'>,
  ): void {
    const { tape, root, entity } = document;
    this.#routes.get(entity)!.tally.rejected++;
    this.#books.rejects.add({
      ...why,
      origin: this.#origin,
      place: this.#record.place,
      entity,
      sourceEntity: this.#record.entity,
      ...identified(document),
      original: this.#record.original(),
      doc: wireText(tape, root),
    });
  }

  async #rejectLate(reject: Reject, originals: OriginalTexts): Promise<void> {
    const original = await originals.of(reject.origin, reject.place);
    this.#books.rejects.add(original === undefined ? reject : { ...reject, original });
  }

  #noteUnsafe(document: Document, container: string): void {
    visitUnsafeNumbers(document.tape, document.root, (path, digits) => {
      const message = `${path} holds numbers that a double cannot hold; Cosmos DB may round them.`;
      const example = { place: { ...this.#record.place }, ...identified(document), value: digits };
      this.#books.observe({ code: 'NUMBER_UNSAFE', container, entity: document.entity, path, message, example });
    });
  }

  #noteOrphan(document: Document, container: string): void {
    const message = 'Documents were written although the document they were made of was rejected.';
    const example = { place: { ...this.#record.place }, ...identified(document) };
    this.#books.observe({ code: 'PARENT_REJECTED', container, entity: document.entity, message, example });
  }
}

const COUNTERS = {
  [FILTERED]: 'filtered',
  [EXPIRED]: 'expired',
  [CONSUMED]: 'consumed',
  [MERGED]: 'merged',
} as const satisfies Record<Departure, keyof EntityTally>;

const WRITE = { stage: 'write' } as const;

/** Why a container does not take a document. */
export function reasonOf(
  answer: Exclude<Refusal, { readonly kind: 'same' }>,
): Rejection & Pick<Reject, 'key' | 'conflictsWith'> {
  if (answer.kind === 'rejected') return answer.rejection;
  const { code, key, holder } = answer;
  const what = code === 'ID_DUPLICATE' ? 'has the same id' : `has the same ${key.uniqueKey.join(', ')}`;
  const values = key.values.map((value) => JSON.stringify(value)).join(', ');
  const message = `Document ${JSON.stringify(holder.id)} of the same logical partition ${what} (${values}) and comes first.`;
  return { code, message, key, conflictsWith: holder };
}

const ID = keyOf('id');

/** The id of a document for people, where it has one that can be shown. */
function identified({ tape, root }: Document): { readonly id?: string } {
  const cursor = findMember(tape, root, ID);
  if (cursor === END) return {};
  const id = valueAt(tape, cursor);
  if (tape.kind(id) === STRING) return { id: textOf(tape, id) };
  return tape.kind(id) === NUMBER ? { id: sourceOf(tape, id) } : {};
}
