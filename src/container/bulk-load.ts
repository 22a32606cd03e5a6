/**
 * How does a container take millions of documents, each key once? Each goes to the end of a segment at once, and the
 * hashes of its keys to an external sort; who wins where keys are equal is decided when all are there (`decide`), in the
 * order in which they were taken.
 */
import { readdirSync, rmSync } from 'node:fs';
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
import { ExternalSort } from './external-sort.ts';
import { refuseSize } from './item-size.ts';
import { noticeItem } from './item-notices.ts';
import { KeyTable } from './key-table.ts';
import { type Kinship, LoadKeys } from './load-keys.ts';
import type { Losers } from './losers.ts';
import { keyTableFile, type LoadedContainer } from './manifest.ts';
import { readAgain } from './read-again.ts';
import { withLastKeys } from './repeated-keys.ts';
import { refuseInRun } from './run-rules.ts';
import { RECORDS_FILE, Segment, SEGMENT_FILE, type SegmentLengths } from './segment.ts';
import { StoredDocuments } from './stored-documents.ts';

/** What a document is beside its content. */
export interface Descent extends Kinship {
  readonly origin: Origin;
  /** Number of its entity. */
  readonly entity: number;
}

export class BulkLoad {
  readonly container: LoadedContainer;
  readonly folder: string;
  readonly segment: Segment;
  readonly stored: StoredDocuments;
  readonly keys: LoadKeys;
  readonly #observe: Observe;
  readonly #probe = new OutputBuffer();

  private constructor(folder: string, container: LoadedContainer, segment: Segment, observe: Observe) {
    this.folder = folder;
    this.container = container;
    this.segment = segment;
    this.stored = new StoredDocuments(container, segment);
    this.keys = new LoadKeys(folder, container);
    this.#observe = observe;
  }

  /** Begins a load in an empty folder, which is made where it is missing. */
  static create(folder: string, container: LoadedContainer, observe: Observe): BulkLoad {
    makeFolders(folder, 0o700);
    return new BulkLoad(folder, container, Segment.create(folder), observe);
  }

  /**
   * Goes on with a load whose files had these lengths; whatever else is in its folder goes. Nothing can be taken before
   * `readAgain`.
   * @throws Fatal when a file has lost something
   */
  static reopen(folder: string, container: LoadedContainer, observe: Observe, lengths: SegmentLengths): BulkLoad {
    const load = new BulkLoad(folder, container, Segment.reopen(folder, lengths), observe);
    for (const file of readdirSync(folder)) {
      if (file !== SEGMENT_FILE && file !== RECORDS_FILE) rmSync(join(folder, file), { recursive: true });
    }
    return load;
  }

  /**
   * Learns again what it knew of the documents that are there.
   * @param sources names of the sources by shard
   * @param mayGoOn is called now and then; what it throws ends the work
   */
  async readAgain(sources: ReadonlyMap<number, string>, mayGoOn: () => void): Promise<void> {
    await readAgain(this.segment, this.keys, sources, mayGoOn);
  }

  /** Why the run would not hand this document over, the size included. */
  check(document: Document, takesLastKeys: boolean): Rejection | undefined {
    const measured = this.#measure(document, takesLastKeys);
    return 'size' in measured ? undefined : measured;
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
    this.keys.add(tape, root, this.segment.keep(), size, descent);
    this.#notice(tape, root, size, descent.place);
    return size;
  }

  /** Answers as `take` does, and notices the same of the document, for one that is in the segment already. */
  takeAgain(document: Document, takesLastKeys: boolean, place: Place): number | Rejection {
    const measured = this.#measure(document, takesLastKeys);
    if (!('size' in measured)) return measured;
    const { root, size } = measured;
    this.#notice(document.tape, root, size, place);
    return size;
  }

  async drain(): Promise<void> {
    await this.segment.drain();
  }

  /** Resolves when all documents taken so far are in the files. */
  async flush(): Promise<void> {
    await this.segment.flush();
  }

  /**
   * Who is not written after all.
   * @param whileHeld makes files, unless another process has taken the run over
   */
  async decide(whileHeld: <Result>(act: () => Result) => Result): Promise<Losers> {
    await this.segment.end();
    const { tables } = this.keys;
    const kept = whileHeld(() => tables.map((_, table) => new KeyTable(join(this.folder, keyTableFile(table)))));
    const candidates = new ExternalSort(join(this.folder, 'candidates.runs'));
    try {
      return await decideConflicts(await findCandidates(tables, kept, candidates), this.stored);
    } finally {
      candidates.close();
    }
  }

  /** Closes without a decision. */
  async abandon(): Promise<void> {
    if (this.segment.isClosed) return;
    await this.segment.end().finally(() => this.#close());
  }

  #close(): void {
    this.keys.close();
    this.segment.close();
  }

  #refuse(tape: Tape, root: Value, takesLastKeys: boolean): Rejection | undefined {
    const { values } = this.keys;
    values.read(tape, root);
    return refuseInRun(tape, root, values, this.container, takesLastKeys);
  }

  /** What the text of a document would be made of, and its length; or why it is refused. */
  #measure(document: Document, takesLastKeys: boolean): Rejection | { readonly root: Value; readonly size: number } {
    const { tape } = document;
    let root = withoutSystemProperties(tape, document.root);
    const refused = this.#refuse(tape, root, takesLastKeys);
    if (refused !== undefined) return refused;
    if (takesLastKeys && tape.hasDuplicateKeys) root = withLastKeys(tape, root);
    this.#probe.length = 0;
    writeText(tape, root, this.#probe);
    const size = this.#probe.length;
    return refuseSize(size) ?? { root, size };
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
  }

  #notice(tape: Tape, root: Value, size: number, place: Place): void {
    noticeItem(tape, root, this.keys.values.id, size, place, this.container.label, this.#observe);
  }
}
