/**
 * What does a run hear of those that are not written after all? One answer each, over all containers in the order of
 * their origins, so that the rejects of one source document stand together.
 */
import { FAMILY, REFUSED, SAME } from '../container/losers.ts';
import { SegmentRecord } from '../container/segment-record.ts';
import type { KeyDescription } from '../container/stored-documents.ts';
import { decimalOf } from '../document/decimal.ts';
import type { Observe } from '../document/notice.ts';
import { compareOrigins } from '../document/position.ts';
import { Orphans } from './embedded-orphans.ts';
import type { Decided, Sources } from './embedded-decided.ts';
import type { LateAnswer, Refusal } from './sink.ts';

/** After so many answers other work may run. */
const TURN = 1000;

export async function answerLosers(
  decided: readonly Decided[],
  sources: Sources,
  answer: (late: LateAnswer) => void | Promise<void>,
  observe: Observe,
): Promise<void> {
  const cursors = decided.map((one) => new Cursor(one)).filter((cursor) => !cursor.isDone);
  const orphans = new Orphans(decided, sources, observe);
  for (let turn = 1; cursors.some((cursor) => !cursor.isDone); turn++) {
    const first = earliest(cursors);
    const late = lateAnswer(first, sources);
    if (late.answer.kind !== 'same') orphans.lost(first.record);
    if (late.answer.kind === 'conflict' && first.table !== REFUSED) noticeSharedDouble(first, late, observe);
    const answering = answer(late);
    if (answering !== undefined) await answering;
    first.next();
    if (turn % TURN === 0) await new Promise(setImmediate);
  }
  orphans.finish();
}

/** Stands on a loser of one container. */
class Cursor {
  readonly decided: Decided;
  readonly record: SegmentRecord = new SegmentRecord();
  /** The paths of all constraints. */
  readonly paths: readonly string[];
  document = -1;
  table = -1;
  holder = -1;
  #loser = -1;

  constructor(decided: Decided) {
    this.decided = decided;
    this.paths = decided.load.container.uniqueKeys.flat().map(({ text }) => text);
    this.next();
  }

  get isDone(): boolean {
    return this.#loser === this.decided.losers.count;
  }

  next(): void {
    const { losers, load } = this.decided;
    this.#loser++;
    if (this.isDone) return;
    this.document = losers.document(this.#loser);
    this.table = losers.table(this.#loser);
    this.holder = losers.holder(this.#loser);
    load.segment.readRecord(this.document, this.record);
  }
}

function earliest(cursors: readonly Cursor[]): Cursor {
  return cursors
    .filter((cursor) => !cursor.isDone)
    .reduce((first, other) => (compareOrigins(other.record, first.record) < 0 ? other : first));
}

function lateAnswer(cursor: Cursor, sources: Sources): LateAnswer {
  const { document, record } = cursor;
  const { stored, container } = cursor.decided.load;
  return {
    answer: refusalOf(cursor),
    entity: sources.entities[record.entity]!,
    container: container.label,
    origin: { shard: record.shard, index: record.index, ordinal: record.ordinal },
    place: { source: sources.places.get(record.shard)!, line: record.line, offset: record.offset },
    // Asked for by rejects, not by merges, of which there may be many.
    get id(): string {
      return stored.describe(document).id;
    },
    text: stored.text(document),
  };
}

function refusalOf(cursor: Cursor): Refusal {
  const { table, holder, document } = cursor;
  if (table === SAME) return { kind: 'same' };
  if (table === REFUSED) return cursor.decided.refusals![holder]!;
  if (table === FAMILY) {
    return {
      kind: 'rejected',
      rejection: {
        code: holder === 0 ? 'ID_DUPLICATE' : 'UNIQUE_KEY_CONFLICT',
        message: 'Rejected together with its family (onReject: family): a member of it lost a key to another document.',
      },
    };
  }
  const { stored } = cursor.decided.load;
  const { id, partitionKey } = stored.describeHolder(holder);
  const wanted = stored.describe(document);
  const [from, to] = rangeOf(cursor);
  return {
    kind: 'conflict',
    code: table === 0 ? 'ID_DUPLICATE' : 'UNIQUE_KEY_CONFLICT',
    key: {
      partitionKey: wanted.partitionKey,
      uniqueKey: table === 0 ? ['/id'] : cursor.paths.slice(from, to),
      values: table === 0 ? [wanted.id] : wanted.unique.slice(from, to),
    },
    holder: { id, partitionKey },
  };
}

/** Two numbers that differ in the source and are one key, because the service keeps doubles. */
function noticeSharedDouble(cursor: Cursor, late: LateAnswer, observe: Observe): void {
  const [from, to] = rangeOf(cursor);
  const { stored } = cursor.decided.load;
  const { digits: held } = stored.describeHolder(cursor.holder);
  if (held.every((digits) => digits === undefined)) return;
  const { digits: wanted } = stored.describe(cursor.document);
  for (let i = from; i < to; i++) {
    if (!differ(wanted[i], held[i])) continue;
    const path = cursor.paths[i]!;
    const value = `${held[i]} and ${wanted[i]}`;
    const message = `Numbers at ${path} that differ are one key, because they are the same double: ${value}.`;
    const { container, place, id } = late;
    observe({ code: 'NUMBER_UNSAFE', container, path, message, example: { place, id, value } });
  }
}

function differ(wanted: KeyDescription['digits'][number], held: KeyDescription['digits'][number]): boolean {
  return wanted !== undefined && held !== undefined && wanted !== held && decimalOf(wanted) !== decimalOf(held);
}

/** Which of all unique paths are those of the key that was lost: none for the id. */
function rangeOf({ decided, table }: Cursor): readonly [from: number, to: number] {
  const { uniqueKeys } = decided.load.container;
  if (table === 0) return [0, 0];
  const from = uniqueKeys.slice(0, table - 1).reduce((sum, paths) => sum + paths.length, 0);
  return [from, from + uniqueKeys[table - 1]!.length];
}
