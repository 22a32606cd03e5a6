/**
 * How is one of all that have a key in common chosen, however many there are? They are kept on disk as they come; when
 * all have come, their keys are sorted outside of memory, and a judge sees those of each key that several have, in the
 * order of the data. What it decides is written down, found by the key; what nobody competed for leaves nothing.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ExternalSort } from '../../container/external-sort.ts';
import { Document } from '../../document/document.ts';
import { keyOf } from '../../document/key.ts';
import { findMember, valueAt } from '../../document/members.ts';
import type { OutputBuffer } from '../../document/output-buffer.ts';
import { parseDocument } from '../../document/parse.ts';
import type { RecordPlace } from '../../document/position.ts';
import { END, Tape } from '../../document/tape.ts';
import { damaged } from '../../reopened-file.ts';
import type { Contest, ContestRules } from '../../transform/contest.ts';
import { sortByFirst } from '../gathered/by-first.ts';
import { GatheredDocuments } from '../gathered/documents.ts';
import { halvesOf, writeIndex } from '../references/sorted-index.ts';
import { writeDuplicates } from './duplicates.ts';
import { MemberNumbers } from './member-numbers.ts';
import { OutcomeWriter, type Range, type Winner } from './outcome-file.ts';

/** The file in the contest's folder in which the keys of the outcomes are sorted. */
export const INDEX = 'outcomes.index';
/** Documents between two breaths. */
const AT_ONCE = 1 << 10;
const ID = keyOf('id');
const NO_ID: Range = { start: 0, length: 0 };

export class ContestStore implements Contest {
  readonly #folder: string;
  /** What is of no use once all is decided. */
  readonly #scratch: string;
  readonly #rules: ContestRules;
  readonly #documents: GatheredDocuments;
  readonly #tape = new Tape();
  #isOpen = true;
  /** The record that was entered last, and how many of it. */
  #shard = -1;
  #index = -1;
  #nth = 0;

  /** @param folder is there, and is for this alone */
  constructor(folder: string, rules: ContestRules) {
    this.#folder = folder;
    this.#scratch = join(folder, 'entered');
    this.#rules = rules;
    mkdirSync(this.#scratch, { mode: 0o700 });
    this.#documents = new GatheredDocuments(this.#scratch, undefined);
  }

  enter(document: Document, key: Int32Array, from: RecordPlace): void {
    if (from.shard === this.#shard && from.index === this.#index) this.#nth++;
    else {
      this.#shard = from.shard;
      this.#index = from.index;
      this.#nth = 0;
    }
    this.#documents.add(document, key, from, this.#nth);
  }

  /** Resolves when there is room for more. */
  drain(): Promise<void> {
    return this.#documents.drain();
  }

  /** All have entered: decides. `FoundOutcomes` reads what comes of it. */
  async finish(breathe: () => Promise<void>): Promise<void> {
    await this.#documents.flush();
    const [folder, documents, scratch] = [this.#folder, this.#documents, this.#scratch];
    const outcomes = new OutcomeWriter(folder);
    const index = new ExternalSort(join(scratch, 'index'));
    const entered = new ExternalSort(join(scratch, 'entered'));
    try {
      const keys = await this.#decide(outcomes, index, entered, breathe);
      await outcomes.end();
      await writeIndex(join(folder, INDEX), index, keys);
      if (this.#rules.tellsLosers) await writeDuplicates({ folder, documents, entered, breathe });
    } finally {
      outcomes.close();
      index.close();
      entered.close();
      this.close();
    }
  }

  /** Closes its files; those that were entered go. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#documents.close();
    rmSync(this.#scratch, { recursive: true, force: true });
  }

  /** Answers of how many keys there were several. */
  async #decide(
    outcomes: OutcomeWriter,
    index: ExternalSort,
    entered: ExternalSort,
    breathe: () => Promise<void>,
  ): Promise<number> {
    const { judge, tellsLosers } = this.#rules;
    const sorted = await sortByFirst(this.#documents, { folder: this.#scratch, several: true, breathe });
    const members = new MemberNumbers(join(this.#scratch, 'members'));
    let keys = 0;
    let first = -1;
    const settle = (): void => {
      if (first < 0) return;
      keys++;
      this.#settle(outcomes, index, members);
    };
    try {
      for (let i = 1; sorted.next(); i++) {
        if (sorted.low !== first) {
          settle();
          first = sorted.low;
          members.clear();
        }
        members.add(sorted.third);
        if (tellsLosers) entered.add(0, sorted.third, ...halvesOf(outcomes.place));
        judge.take(this.#read(sorted.third));
        if (i % AT_ONCE === 0) {
          await breathe();
          await outcomes.drain();
        }
      }
      settle();
      return keys;
    } finally {
      sorted.close();
      members.close();
    }
  }

  /** The judge has seen all with one key. */
  #settle(outcomes: OutcomeWriter, index: ExternalSort, members: MemberNumbers): void {
    const key = this.#documents.keyOf(members.at(0));
    index.add(key[0]!, key[1]!, ...halvesOf(outcomes.place));
    outcomes.add(key, (output) => {
      const start = output.length;
      const which = this.#rules.judge.finish(output);
      return { winner: this.#winner(members.at(which)), id: this.#idIn(output, start) };
    });
  }

  #winner(number: number): Winner {
    const { origin, nth, entityNumber } = this.#documents.facts(number);
    return { ...origin, nth, entityNumber };
  }

  /** Where in the text of a winner its id is; only for those who are to be told. */
  #idIn(output: OutputBuffer, start: number): Range {
    if (!this.#rules.tellsLosers) return NO_ID;
    const end = output.length;
    // The byte behind has to be readable.
    output.reserve(1);
    const tape = this.#tape;
    tape.begin(output.bytes);
    const root = parseDocument(tape, output.bytes, start, end, true);
    if (typeof root !== 'number') throw new Error(`What has won is no document: ${root.problem}.`);
    const found = findMember(tape, root, ID);
    if (found === END) return NO_ID;
    const id = valueAt(tape, found);
    return { start: tape.start(id) - start, length: tape.end(id) - tape.start(id) };
  }

  #read(number: number): Document {
    const { bytes, start, end } = this.#documents.text(number);
    const tape = this.#tape;
    tape.begin(bytes);
    const root = parseDocument(tape, bytes, start, end, true);
    if (typeof root !== 'number') throw damaged('What has entered a contest is not what was written.');
    return new Document(tape, this.#documents.facts(number).entity, root);
  }
}
