/**
 * What does a run hear of those that are not written after all? One answer each, over all containers in the order of
 * their origins, so that the rejects of one source document stand together.
 */
import { FAMILY, type Losers, SAME } from '../container/losers.ts';
import { plainValue } from '../container/plain-value.ts';
import { compareRecords, SegmentRecord } from '../container/segment-record.ts';
import type { StoredDocuments } from '../container/stored-documents.ts';
import type { Observe } from '../document/notice.ts';
import { Orphans } from './embedded-orphans.ts';
import type { Decided, Sources } from './embedded-decided.ts';
import type { ConflictKey, LateAnswer, Refusal } from './sink.ts';

/** After so many answers other work may run. */
const TURN = 1000;

export async function answerLosers(
  decided: readonly Decided[],
  sources: Sources,
  answer: (late: LateAnswer) => void,
  observe: Observe,
): Promise<void> {
  const cursors = decided.map((one) => new Cursor(one)).filter((cursor) => !cursor.isDone);
  const orphans = new Orphans(decided, sources, observe);
  for (let turn = 1; cursors.some((cursor) => !cursor.isDone); turn++) {
    const first = earliest(cursors);
    const { record, decided: one, loser } = first;
    const late = lateAnswer(one, loser, record, sources);
    if (late.answer.kind !== 'same') orphans.lost(record);
    answer(late);
    first.next();
    if (turn % TURN === 0) await new Promise(setImmediate);
  }
  orphans.finish();
}

/** Stands on a loser of one container. */
class Cursor {
  readonly decided: Decided;
  readonly record: SegmentRecord = new SegmentRecord();
  loser = -1;

  constructor(decided: Decided) {
    this.decided = decided;
    this.next();
  }

  get isDone(): boolean {
    return this.loser === this.decided.losers.count;
  }

  next(): void {
    this.loser++;
    if (!this.isDone) this.decided.load.segment.readRecord(this.decided.losers.document(this.loser), this.record);
  }
}

function earliest(cursors: readonly Cursor[]): Cursor {
  return cursors
    .filter((cursor) => !cursor.isDone)
    .reduce((first, other) => (compareRecords(other.record, first.record) < 0 ? other : first));
}

function lateAnswer({ load, losers }: Decided, loser: number, record: SegmentRecord, sources: Sources): LateAnswer {
  const document = losers.document(loser);
  const { stored, container } = load;
  const paths =
    losers.table(loser) === 0 ? ['/id'] : container.uniqueKeys[losers.table(loser) - 1]?.map(({ text }) => text);
  return {
    answer: refusalOf(stored, losers, loser, paths ?? []),
    entity: sources.entities[record.entity]!,
    container: container.label,
    origin: { shard: record.shard, index: record.index, ordinal: record.ordinal },
    place: { source: sources.places.get(record.shard)!, line: record.line, offset: record.offset },
    // Asked for by rejects, not by merges, of which there may be many.
    get id(): string {
      return stored.keys(document).id;
    },
    text: stored.text(document),
  };
}

function refusalOf(stored: StoredDocuments, losers: Losers, loser: number, paths: readonly string[]): Refusal {
  const table = losers.table(loser);
  if (table === SAME) return { kind: 'same' };
  if (table === FAMILY) {
    return {
      kind: 'rejected',
      rejection: {
        code: losers.holder(loser) === 0 ? 'ID_DUPLICATE' : 'UNIQUE_KEY_CONFLICT',
        message: 'Rejected together with its family (onReject: family): a member of it lost a key to another document.',
      },
    };
  }
  const { id, partitionKey } = stored.keys(losers.holder(loser));
  return {
    kind: 'conflict',
    code: table === 0 ? 'ID_DUPLICATE' : 'UNIQUE_KEY_CONFLICT',
    key: keyOf(stored, losers.document(loser), table, paths),
    holder: { id, partitionKey },
  };
}

function keyOf(stored: StoredDocuments, document: number, table: number, paths: readonly string[]): ConflictKey {
  stored.open(document);
  const { tape, values, partitionKey, id } = stored;
  if (table === 0) return { partitionKey, uniqueKey: paths, values: [id] };
  return {
    partitionKey,
    uniqueKey: paths,
    values: paths.map((path) => plainValue(tape, values.uniqueAt(path)) ?? null),
  };
}
