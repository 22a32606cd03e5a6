/**
 * How does a container take millions of documents, each key once? Each goes to the end of a segment at once, and the
 * hashes of its keys to an external sort; who wins where keys are equal is decided when all are there (`decide`), in the
 * order in which they were taken.
 */
import { join } from 'node:path';
import type { Document } from '../document/document.ts';
import type { Observe } from '../document/notice.ts';
import { OutputBuffer } from '../document/output-buffer.ts';
import type { Origin, Place } from '../document/position.ts';
import type { Rejection } from '../document/rejection.ts';
import { makeFolders } from '../folders.ts';
import { withoutSystemProperties } from '../document/system-properties.ts';
import type { Tape, Value } from '../document/tape.ts';
import { writeText } from '../document/wire-text.ts';
import { findCandidates } from './candidates.ts';
import { decideConflicts } from './conflicts.ts';
import { DocumentKeys } from './document-keys.ts';
import { ExternalSort } from './external-sort.ts';
import { refuseSize } from './item-size.ts';
import { KeyObservations } from './key-observations.ts';
import { noticeKeys } from './key-notices.ts';
import { KeyValues } from './key-values.ts';
import { noticeItem } from './item-notices.ts';
import type { Losers } from './losers.ts';
import { keyTableFile, type LoadedContainer } from './manifest.ts';
import { NearDuplicates } from './near-duplicates.ts';
import { withLastKeys } from './repeated-keys.ts';
import { refuseInRun } from './run-rules.ts';
import { Segment } from './segment.ts';
import { StoredDocuments } from './stored-documents.ts';

/** What a document is beside its content. */
export interface Descent {
  readonly origin: Origin;
  readonly place: Place;
  /** Number of its entity. */
  readonly entity: number;
  /** Ordinal of the output it was made of, or -1. */
  readonly parent: number;
  /** Number of its family within the record, or 0. */
  readonly family: number;
}

export class BulkLoad {
  readonly container: LoadedContainer;
  readonly folder: string;
  readonly segment: Segment;
  readonly stored: StoredDocuments;
  /** Sorted by the hash of the partition key, with the bytes of each document. */
  readonly partitions: ExternalSort;
  /** Whether a document is of a family, or was made of another one. */
  hasFamilies = false;
  hasChildren = false;
  readonly #observe: Observe;
  readonly #values: KeyValues;
  readonly #keys: DocumentKeys;
  readonly #tables: readonly ExternalSort[];
  readonly #observations: KeyObservations;
  readonly #near: readonly NearDuplicates[];
  readonly #probe = new OutputBuffer();

  constructor(folder: string, container: LoadedContainer, observe: Observe) {
    makeFolders(folder, 0o700);
    this.folder = folder;
    this.container = container;
    this.segment = new Segment(folder);
    this.stored = new StoredDocuments(container, this.segment);
    this.partitions = new ExternalSort(join(folder, 'partitions.runs'));
    this.#observe = observe;
    this.#values = new KeyValues(container);
    this.#keys = new DocumentKeys(container);
    this.#tables = this.#keys.hashes.map((_, table) => new ExternalSort(join(folder, `table-${table}.runs`)));
    this.#observations = new KeyObservations(container);
    this.#near = container.uniqueKeys.map((paths) => new NearDuplicates(paths.map(({ text }) => text)));
  }

  /** Why the run would not hand this document over, the size included. */
  check(document: Document, takesLastKeys: boolean): Rejection | undefined {
    const { tape } = document;
    const root = withoutSystemProperties(tape, document.root);
    const refused = this.#refuse(tape, root, takesLastKeys);
    if (refused !== undefined) return refused;
    this.#probe.length = 0;
    writeText(tape, takesLastKeys && tape.hasDuplicateKeys ? withLastKeys(tape, root) : root, this.#probe);
    return refuseSize(this.#probe.length);
  }

  /** Takes a document; answers with the length of its text, or why it is refused. */
  take(document: Document, takesLastKeys: boolean, descent: Descent): number | Rejection {
    const { tape } = document;
    let root = withoutSystemProperties(tape, document.root);
    const refused = this.#refuse(tape, root, takesLastKeys);
    if (refused !== undefined) return refused;
    if (takesLastKeys && tape.hasDuplicateKeys) root = withLastKeys(tape, root);
    const output = this.segment.begin();
    const start = output.length;
    writeText(tape, root, output);
    const size = output.length - start;
    const tooLarge = refuseSize(size);
    if (tooLarge !== undefined) {
      this.segment.forget();
      return tooLarge;
    }
    this.#describe(descent);
    this.#sort(tape, this.segment.keep(), size);
    this.#watch(tape, root, size, descent.place);
    return size;
  }

  async drain(): Promise<void> {
    await this.segment.drain();
  }

  /** Resolves when all documents taken so far are in the files. */
  async flush(): Promise<void> {
    await this.segment.flush();
  }

  /** Who is not written after all. */
  async decide(): Promise<Losers> {
    await this.segment.end();
    const files = this.#tables.map((_, table) => join(this.folder, keyTableFile(table)));
    const candidates = findCandidates(this.#tables, files, new ExternalSort(join(this.folder, 'candidates.runs')));
    return decideConflicts(candidates, this.stored);
  }

  /** Tells what was counted at the paths of the policy. */
  notice(): void {
    noticeKeys(this.#observations, this.container.label, this.#observe);
    for (const near of this.#near) near.notice(this.container.label, this.#observe);
  }

  /** Closes without a decision. */
  async abandon(): Promise<void> {
    if (this.segment.isClosed) return;
    await this.segment.end();
    for (const sort of [...this.#tables, this.partitions]) sort.close();
    this.segment.close();
  }

  #refuse(tape: Tape, root: Value, takesLastKeys: boolean): Rejection | undefined {
    this.#values.read(tape, root);
    return refuseInRun(tape, root, this.#values, this.container, takesLastKeys);
  }

  #describe({ origin, place, entity, parent, family }: Descent): void {
    const { record } = this.segment;
    record.shard = origin.shard;
    record.index = origin.index;
    record.ordinal = origin.ordinal;
    record.line = place.line;
    record.offset = place.offset;
    record.entity = entity;
    record.parent = parent;
    record.family = family;
    if (family !== 0) this.hasFamilies = true;
    if (parent >= 0) this.hasChildren = true;
  }

  #sort(tape: Tape, number: number, size: number): void {
    const keys = this.#keys;
    keys.read(tape, this.#values);
    for (let table = 0; table < keys.tables; table++) {
      const { high, low } = keys.hashes[table]!;
      this.#tables[table]!.add(high, low, number, 0);
    }
    this.partitions.add(keys.partition.high, keys.partition.low, number, size);
  }

  #watch(tape: Tape, root: Value, size: number, place: Place): void {
    const values = this.#values;
    this.#observations.add(tape, root, values, place);
    noticeItem(tape, root, values.id, size, place, this.container.label, this.#observe);
    let path = 0;
    for (let i = 0; i < this.#near.length; i++) {
      const end = path + this.container.uniqueKeys[i]!.length;
      this.#near[i]!.add(
        tape,
        values.unique,
        path,
        end,
        this.#keys.hashes[i + 1]!,
        this.#keys.partition,
        values.id,
        place,
      );
      path = end;
    }
  }
}
