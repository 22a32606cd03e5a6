/** Is a record a document, and which one? Parses what a shard gives, passes it to the chain, and books what cannot be read. */
import { placeText } from '../document/position.ts';
import { Document } from '../document/document.ts';
import { repeatedKeys } from '../document/inspect.ts';
import type { Notice } from '../document/notice.ts';
import { parseDocument, type Unreadable } from '../document/parse.ts';
import { reject, type Rejection } from '../document/rejection.ts';
import { Tape, type Value } from '../document/tape.ts';
import type { SourcePlan } from '../plan/plan.ts';
import { workOnSource } from '../plan/script/call.ts';
import { plainReading } from './plain-reading.ts';
import { recordsOf } from './records-of.ts';
import type { Books, CurrentRecord, Router } from './route.ts';
import { sortedEntity } from './sorted-entity.ts';
import type { StageShard } from './stages.ts';
import type { BrokenRecord, RecordBatch } from '../source/source.ts';
import type { Chain } from '../transform/chain.ts';

/** What is known of a shard while its records are read. */
export type ShardFacts = Pick<StageShard, 'number' | 'entity' | 'source' | 'enters'>;

export class Intake {
  readonly #chain: Chain;
  readonly #router: Router;
  readonly #books: Books;
  readonly #tape = new Tape();
  /** The sources by the names of their entities. */
  readonly #sources: ReadonlyMap<string, SourcePlan>;
  /** What there is to say of the document in hand. */
  readonly #notices: Notice[] = [];

  constructor(sources: readonly SourcePlan[], chain: Chain, router: Router, books: Books) {
    this.#sources = new Map(sources.map((source) => [source.entity, source]));
    this.#chain = chain;
    this.#router = router;
    this.#books = books;
  }

  /**
   * Takes all records of a batch, or the first ones until what comes of them is enough; that is with the sink, or
   * rejected, when this returns how many they were.
   */
  take(shard: ShardFacts, batch: RecordBatch, isEnough: () => boolean = NEVER): number {
    workOnSource(shard.source);
    const { text, count, starts, ends, lines, firstIndex, offset, utf8 } = batch;
    const place = { source: shard.source, line: 0, offset: 0 };
    let start = 0;
    let end = 0;
    const original = (): Buffer => text.subarray(start, end);
    const record = { shard: shard.number, index: 0, entity: shard.entity, place, original };
    const tape = this.#tape;
    const { tally } = this.#books;
    // What a step across documents has made does not come from a source.
    const came = shard.enters === 0 ? 'read' : 'made';
    const source = shard.enters === 0 ? this.#sources.get(shard.entity) : undefined;
    const reading = source?.extendedJson === true ? plainReading(text) : undefined;
    const sort = source?.sort;
    const counted = sort === undefined ? tally.entity(shard.entity) : undefined;
    const notices = this.#notices;
    let taken = 0;
    while (taken < count && !(taken > 0 && isEnough())) {
      const i = taken++;
      start = starts[i]!;
      end = ends[i]!;
      place.line = lines[i]!;
      place.offset = offset + start;
      record.index = firstIndex + i;
      this.#router.begin(record);
      tape.begin(text);
      const parsed = parseDocument(tape, text, start, end, utf8);
      if (typeof parsed !== 'number') {
        this.#refuse(shard, unreadable(parsed, record, start), original());
        continue;
      }
      notices.length = 0;
      // One finding a document: what is made of others repeats what these repeated.
      if (tape.hasDuplicateKeys && came === 'read') notices.push(repeatedKeysNotice(tape, parsed, source));
      const root = reading === undefined ? parsed : reading(tape, parsed, start, end, notices);
      const entity = sort === undefined ? shard.entity : sortedEntity(tape, root, sort);
      if (notices.length > 0) this.#note(typeof entity === 'string' ? entity : shard.entity, record);
      if (typeof entity !== 'string') {
        this.#refuse(shard, entity, original());
        continue;
      }
      (counted ?? tally.entity(entity))[came]++;
      this.#chain.pass(new Document(tape, entity, root), record, shard.enters);
    }
    const part = taken === count ? batch : recordsOf(batch, 0, taken);
    if (came === 'read') {
      tally.source.documents += taken + part.broken.length;
      tally.source.bytes += part.bytes;
    }
    for (const broken of part.broken) this.#takeBroken(shard, broken, record);
    return taken;
  }

  #takeBroken(
    shard: ShardFacts,
    broken: BrokenRecord,
    record: { -readonly [Name in keyof CurrentRecord]: CurrentRecord[Name] },
  ): void {
    record.index = broken.index;
    record.place = { source: shard.source, line: broken.line, offset: broken.offset };
    this.#router.begin(record);
    this.#refuse(shard, reject(broken.code, broken.message), broken.original);
  }

  /** Books a record that is no document, or one of a mixed source that nobody knows the entity of: under the source's. */
  #refuse({ entity, enters }: ShardFacts, rejection: Rejection, original: Buffer): void {
    this.#books.tally.entity(entity)[enters === 0 ? 'read' : 'made']++;
    this.#router.unreadable(entity, rejection, original);
  }

  #note(entity: string, { place }: CurrentRecord): void {
    for (const notice of this.#notices) this.#books.observe({ ...notice, entity, example: { place: { ...place } } });
  }
}

const NEVER = (): boolean => false;

/** One finding a document, however many keys it repeats. */
function repeatedKeysNotice(tape: Tape, root: Value, source: SourcePlan | undefined): Notice {
  const paths = repeatedKeys(tape, root);
  const taken = source?.duplicateKeys === 'last' ? 'the last, too' : 'none';
  return {
    code: 'DUPLICATE_KEY',
    path: paths[0] ?? '/',
    message: `An object names a property twice (${paths.slice(0, 5).join(', ')}): reads take the last, files keep both, a container takes ${taken}.`,
  };
}

function unreadable({ at, problem }: Unreadable, { place }: CurrentRecord, start: number): Rejection {
  const column = at - start + 1;
  return reject(
    'LINE_INVALID',
    `${placeText(place)}: ${problem}, at byte ${column} of the document (offset ${place.offset + at - start}). Mend it in the source and run again.`,
  );
}
