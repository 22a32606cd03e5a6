/**
 * Which documents belong together? They are kept on disk as they come; at the barrier their keys are sorted, outside of
 * memory, so that those of one key stand side by side, and once more by where each key came first. So the order of what
 * is made is that of the data, and within a key documents keep the order in which they came.
 *
 * All that counts are the documents and the order in which they came: what is sorted and made of them is made anew
 * where a run was stopped before it was committed.
 */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { AppendFile } from '../../container/append-file.ts';
import type { SortedEntries } from '../../container/sorted-entries.ts';
import { Document } from '../../document/document.ts';
import { parseDocument } from '../../document/parse.ts';
import type { RecordPlace } from '../../document/position.ts';
import type { Settled } from '../../document/settled.ts';
import { Tape } from '../../document/tape.ts';
import type { Barrier, Combined, KeyedGathering, KeyedSetting } from '../../transform/gathering.ts';
import { damaged } from '../../reopened-file.ts';
import { sortByFirst } from './by-first.ts';
import { GatheredDocuments } from './documents.ts';
import { RefusedDocuments } from './refused.ts';

const MADE = 'made.ndjson';
/** Documents between two breaths. */
const AT_ONCE = 1 << 10;

export interface Gatherer {
  /** Of the step. */
  readonly index: number;
  readonly name: string;
  readonly folder: string;
  readonly resumed: Settled | undefined;
}

export class GatheredByKey implements KeyedGathering {
  readonly combined: Combined;
  readonly #gatherer: Gatherer;
  readonly #setting: KeyedSetting;
  readonly #documents: GatheredDocuments;
  readonly #tape = new Tape();

  constructor(gatherer: Gatherer, setting: KeyedSetting) {
    this.#gatherer = gatherer;
    this.#setting = setting;
    this.#documents = new GatheredDocuments(gatherer.folder, gatherer.resumed);
    this.combined = { file: join(gatherer.folder, MADE), entity: setting.entity };
  }

  add(document: Document, key: Int32Array, from: RecordPlace): void {
    this.#documents.add(document, key, from);
  }

  flush(): Promise<void> {
    return this.#documents.flush();
  }

  settle(): Settled {
    return this.#documents.settle();
  }

  async combine(barrier: Barrier): Promise<void> {
    await this.flush();
    const made = new AppendFile(openSync(this.combined.file, 'w+', 0o600));
    const refused = new RefusedDocuments(this.#gatherer, this.#setting, this.#documents);
    let byFirst: SortedEntries | undefined;
    try {
      const { folder } = this.#gatherer;
      byFirst = await sortByFirst(this.#documents, { folder, several: false, breathe: () => barrier.breathe() });
      await this.#make(byFirst, made, refused, barrier);
      await made.flush();
      // What is committed next says that it is there.
      fsyncSync(made.file);
      await refused.tell(barrier);
    } finally {
      byFirst?.close();
      refused.close();
      closeSync(made.file);
    }
  }

  close(): void {
    this.#documents.close();
  }

  async #make(sorted: SortedEntries, made: AppendFile, refused: RefusedDocuments, barrier: Barrier): Promise<void> {
    const { combiner } = this.#setting;
    let first = -1;
    for (let i = 1; sorted.next(); i++) {
      if (sorted.low !== first) {
        if (first >= 0) this.#finish(made, refused);
        first = sorted.low;
      }
      refused.member(sorted.third);
      combiner.take(this.#read(sorted.third));
      if (i % AT_ONCE === 0) {
        await barrier.breathe();
        await made.drain();
      }
    }
    if (first >= 0) this.#finish(made, refused);
  }

  #finish(made: AppendFile, refused: RefusedDocuments): void {
    const { output } = made;
    const start = output.length;
    const rejection = this.#setting.combiner.finish(output);
    if (rejection === undefined) output.byte(10);
    else output.length = start;
    refused.end(rejection);
    made.pass();
  }

  #read(number: number): Document {
    const { bytes, start, end } = this.#documents.text(number);
    const tape = this.#tape;
    tape.begin(bytes);
    const root = parseDocument(tape, bytes, start, end, true);
    if (typeof root !== 'number') throw damaged('What a step has gathered is not what was written.');
    return new Document(tape, '', root);
  }
}
