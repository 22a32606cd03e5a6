// Stops an embedded sink where a commit stood, goes on as a run does, and gathers what both have come to together.
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Notice } from '../../src/document/notice.ts';
import type { Settled } from '../../src/document/settled.ts';
import { Tape } from '../../src/document/tape.ts';
import type { ContainerPlan } from '../../src/plan/plan.ts';
import { EmbeddedSink } from '../../src/sink/embedded.ts';
import type { LateAnswer, Refusal, SinkSummary } from '../../src/sink/sink.ts';
import { documentOf } from './embedded-run.ts';

/** A record of a source, with what the steps have made of it. */
export interface SourceRecord {
  readonly shard: number;
  readonly outputs: readonly RecordOutput[];
}

export interface RecordOutput {
  readonly container: string;
  readonly entity: string;
  /** JSON text, or a value to be printed. */
  readonly doc: unknown;
  readonly parent: number;
  readonly family: number;
}

/** Behind so many records, and so many outputs of the next one, a commit stood. */
export interface Cut {
  readonly records: number;
  readonly outputs: number;
}

export interface Came {
  readonly answers: readonly (number | Refusal)[];
  readonly late: readonly unknown[];
  readonly notices: readonly Notice[];
  readonly containers: SinkSummary['containers'];
  /** Contents of all files, those of the store and those of the documents. */
  readonly files: Readonly<Record<string, string>>;
}

/** Takes all records; stopped at each of the cuts, in order, as if the process had been killed some time behind it. */
export async function takeAll(
  containers: readonly ContainerPlan[],
  records: readonly SourceRecord[],
  cuts: readonly Cut[],
): Promise<Came> {
  const root = mkdtempSync(join(tmpdir(), 'resumed-'));
  try {
    let taken = new Taken(containers, records);
    await taken.open(join(root, '0'), undefined);
    for (const [number, cut] of cuts.entries()) {
      const settled = await taken.until(cut);
      const next = new Taken(containers, records, taken, cut);
      await taken.goOnInVain(join(root, String(number + 1)));
      await next.open(join(root, String(number + 1)), settled);
      taken = next;
    }
    return await taken.finish();
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const BEGINNING: Cut = { records: 0, outputs: 0 };

/** What a run holds between two stops: its sink, and the books as they were committed. */
class Taken {
  readonly #containers: readonly ContainerPlan[];
  readonly #records: readonly SourceRecord[];
  readonly #tape = new Tape();
  #folder = '';
  #sink!: EmbeddedSink;
  /** The record that comes next. */
  #record: number;
  /** Where it began, and how many outputs of the first record were written before it was resumed. */
  readonly #cut: Cut;
  /** What was booked, and how much of it at the beginning of the record that comes next. */
  readonly #answers: (number | Refusal)[];
  readonly #notices: Notice[];
  #booked: { answers: number; notices: number };

  constructor(
    containers: readonly ContainerPlan[],
    records: readonly SourceRecord[],
    before?: Taken,
    cut: Cut = BEGINNING,
  ) {
    this.#containers = containers;
    this.#records = records;
    this.#cut = cut;
    this.#record = cut.records;
    this.#answers = before === undefined ? [] : before.#answers.slice(0, before.#booked.answers);
    this.#notices = before === undefined ? [] : before.#notices.slice(0, before.#booked.notices);
    this.#booked = { answers: this.#answers.length, notices: this.#notices.length };
  }

  async open(folder: string, resumed: Settled | undefined): Promise<void> {
    this.#folder = folder;
    this.#sink = await EmbeddedSink.open({
      folder: join(folder, 'store'),
      out: join(folder, 'out'),
      containers: this.#containers,
      observe: (notice) => void this.#notices.push(notice),
      takesLastKeys: (shard) => shard === 1,
      resumed,
    });
  }

  /** Goes on up to the cut; answers with what would be committed there. */
  async until({ records, outputs }: Cut): Promise<Settled> {
    while (this.#record < records) this.#takeRecord(Number.POSITIVE_INFINITY);
    if (outputs === 0) await this.#sink.flush();
    else this.#takeRecord(outputs);
    return JSON.parse(JSON.stringify(this.#sink.settle())) as Settled;
  }

  /** Does more that is not committed any more, and leaves what a killed process would leave in another folder. */
  async goOnInVain(to: string): Promise<void> {
    const left = Math.min(this.#records.length, this.#record + 5);
    while (this.#record < left) this.#takeRecord(Number.POSITIVE_INFINITY);
    await this.#sink.flush();
    cpSync(this.#folder, to, { recursive: true });
    for (const { label } of this.#containers) {
      const folder = join(to, 'store', label);
      for (const file of ['segment.ndjson', 'records.bin']) appendFileSync(join(folder, file), '{"half":');
      for (const file of ['candidates.runs', 'table-0.runs', 'partitions.runs', 'keys-unique-7.bin', 'container.json'])
        writeFileSync(join(folder, file), 'of no use any more');
      writeFileSync(join(to, 'out', `${label}.ndjson.partial`), '{"half":');
    }
    await this.#sink.abandon();
  }

  async finish(): Promise<Came> {
    while (this.#record < this.#records.length) this.#takeRecord(Number.POSITIVE_INFINITY);
    const late: unknown[] = [];
    const announced: Record<string, number> = {};
    const { containers, files } = await this.#sink.finish({
      answer: (one) => void late.push(plain(one)),
      announce: (some, publish) => {
        Object.assign(announced, some);
        publish();
      },
      whileHeld: (act) => act(),
    });
    const written = readFolder(this.#folder);
    for (const [file, length] of Object.entries(files)) {
      const there = written[file.slice(this.#folder.length + 1)]!;
      if (announced[file] !== length || Buffer.byteLength(there, 'latin1') !== length)
        throw new Error(`${file} does not have the length that was announced.`);
    }
    return { answers: this.#answers, late, notices: this.#notices, containers, files: written };
  }

  #takeRecord(outputs: number): void {
    const index = this.#record;
    const { shard, outputs: all } = this.#records[index]!;
    this.#booked = { answers: this.#answers.length, notices: this.#notices.length };
    const place = { source: `part-${shard}.ndjson`, line: index + 1, offset: index * 100 };
    const there = index === this.#cut.records ? this.#cut.outputs : 0;
    for (const [ordinal, { doc, container, entity, parent, family }] of all.entries()) {
      if (ordinal >= outputs) return;
      const document = documentOf(this.#tape, doc, entity);
      const origin = { shard, index, ordinal };
      const output = { document, container, origin, parent, family, isThere: ordinal < there };
      this.#answers.push(this.#sink.take(output, place));
    }
    if (outputs === all.length) return;
    this.#record++;
    this.#booked = { answers: this.#answers.length, notices: this.#notices.length };
  }
}

function plain({ answer, entity, container, origin, place, id, text }: LateAnswer): unknown {
  return { answer, entity, container, origin, place, id, text: text.toString('utf8') };
}

/** Contents by path, byte for byte. */
function readFolder(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), readFileSync(path, 'latin1')];
    }),
  );
}
