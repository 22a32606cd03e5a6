/** How is a reference indexed? Its documents are copied once, and what they hold at each path that is looked up is sorted. */
import { join } from 'node:path';
import { ExternalSort } from '../../container/external-sort.ts';
import type { Notice, Observe } from '../../document/notice.ts';
import { parseDocument } from '../../document/parse.ts';
import type { Path } from '../../document/path.ts';
import { readEach } from '../../document/read.ts';
import { Tape, type Value } from '../../document/tape.ts';
import type { SourcePlan } from '../../plan/plan.ts';
import type { RecordBatch, Shard } from '../../source/source.ts';
import { plainReading } from '../plain-reading.ts';
import { EntryHash } from './entry-hash.ts';
import { ReferenceWriter } from './reference-text.ts';
import { halvesOf, type Repeated, writeIndex } from './sorted-index.ts';

/** The file in the reference's folder that its documents are copied to. */
export const DOCUMENTS = 'documents';

export interface ReferenceReading {
  readonly plan: SourcePlan;
  readonly shards: readonly Shard[];
  /** Is there, and is for this alone. */
  readonly folder: string;
  /** What its documents are found by. */
  readonly paths: readonly Path[];
  readonly observe: Observe;
  readonly signal?: AbortSignal | undefined;
}

/** What repeats at each of the paths. @throws Fatal when the reference cannot be read to its end */
export async function indexReference(reading: ReferenceReading): Promise<readonly Repeated[]> {
  const { shards, folder, paths, observe, signal } = reading;
  const sorts = paths.map((_, number) => new ExternalSort(`${indexPath(folder, number)}.runs`));
  const entries = paths.map(() => 0);
  const writer = new ReferenceWriter(join(folder, DOCUMENTS));
  const intake = new ReferenceIntake(reading, writer, (number, hash, place) => {
    entries[number]!++;
    const [third, fourth] = halvesOf(place);
    sorts[number]!.add(hash.high, hash.low, third, fourth);
  });
  try {
    for (const shard of shards) {
      for await (const batch of shard.batches({ signal })) {
        intake.take(shard, batch);
        await writer.drain();
        if (signal?.aborted === true) return [];
      }
      const change = shard.change?.();
      if (change !== undefined)
        observe({ code: 'SOURCE_CHANGED', entity: shard.entity, path: shard.source, message: change });
    }
    await writer.end();
    const repeated: Repeated[] = [];
    for (const [number, sort] of sorts.entries())
      repeated.push(await writeIndex(indexPath(folder, number), sort, entries[number]!));
    return repeated;
  } finally {
    for (const sort of sorts) sort.close();
    writer.close();
  }
}

export function indexPath(folder: string, number: number): string {
  return join(folder, `${number}.index`);
}

type AddEntry = (number: number, hash: EntryHash, place: number) => void;

class ReferenceIntake {
  readonly #reading: ReferenceReading;
  readonly #writer: ReferenceWriter;
  readonly #add: AddEntry;
  readonly #tape = new Tape();
  readonly #hash = new EntryHash();
  readonly #notices: Notice[] = [];

  constructor(reading: ReferenceReading, writer: ReferenceWriter, add: AddEntry) {
    this.#reading = reading;
    this.#writer = writer;
    this.#add = add;
  }

  take(shard: Shard, { text, count, starts, ends, lines, offset, utf8, broken }: RecordBatch): void {
    const tape = this.#tape;
    const read = this.#reading.plan.extendedJson === true ? plainReading(text) : undefined;
    for (let i = 0; i < count; i++) {
      const [start, end] = [starts[i]!, ends[i]!];
      tape.begin(text);
      const parsed = parseDocument(tape, text, start, end, utf8);
      if (typeof parsed !== 'number') {
        this.#unreadable(shard, lines[i]!, offset + start, `${shard.source}:${lines[i]!}: ${parsed.problem}`);
        continue;
      }
      this.#keep(read === undefined ? parsed : read(tape, parsed, start, end, this.#notices));
      const place = { source: shard.source, line: lines[i]!, offset: offset + start };
      for (const notice of this.#notices.splice(0))
        this.#reading.observe({ ...notice, entity: shard.entity, example: { place } });
    }
    for (const { line, offset: at, message } of broken) this.#unreadable(shard, line, at, message);
  }

  #keep(root: Value): void {
    const tape = this.#tape;
    const place = this.#writer.add(tape, root);
    const hash = this.#hash;
    this.#reading.paths.forEach((path, number) => {
      readEach(tape, root, path, (value) => {
        if (hash.ofValue(tape, value)) this.#add(number, hash, place);
        if (hash.ofDigits(tape, value)) this.#add(number, hash, place);
      });
    });
  }

  #unreadable(shard: Shard, line: number, offset: number, problem: string): void {
    const message = `A record of the reference ${shard.entity} is no document, so that no lookup finds it. The first is ${problem}`;
    const example = { place: { source: shard.source, line, offset } };
    this.#reading.observe({ code: 'REFERENCE_UNREADABLE', entity: shard.entity, message, example });
  }
}
