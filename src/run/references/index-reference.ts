/** How is a reference indexed? Its files are read once, as sources are, and each document is indexed. */
import type { Notice, Observe } from '../../document/notice.ts';
import { parseDocument } from '../../document/parse.ts';
import type { Path } from '../../document/path.ts';
import { Tape } from '../../document/tape.ts';
import type { SourcePlan } from '../../plan/plan.ts';
import type { RecordBatch, Shard } from '../../source/source.ts';
import { observeChange } from '../note-change.ts';
import type { OnRead } from '../phase.ts';
import { plainReading } from '../plain-reading.ts';
import { IndexWriter } from './index-writer.ts';
import type { Repeated } from './sorted-index.ts';

export interface ReferenceReading {
  readonly plan: SourcePlan;
  readonly shards: readonly Shard[];
  /** Is there, and is for this alone. */
  readonly folder: string;
  /** What its documents are found by. */
  readonly paths: readonly Path[];
  readonly observe: Observe;
  readonly signal?: AbortSignal | undefined;
  /** Is told how far it is. */
  readonly onRead?: OnRead | undefined;
}

/** What repeats at each of the paths. @throws Fatal when the reference cannot be read to its end */
export async function indexReference(reading: ReferenceReading): Promise<readonly Repeated[]> {
  const { shards, folder, paths, observe, signal, onRead } = reading;
  const writer = new IndexWriter(folder, paths);
  const intake = new ReferenceIntake(reading, writer);
  try {
    for (const shard of shards) {
      for await (const batch of shard.batches({ signal })) {
        intake.take(shard, batch);
        onRead?.(shard, batch);
        await writer.drain();
        if (signal?.aborted === true) return [];
      }
      observeChange(shard, observe);
    }
    return await writer.finish();
  } finally {
    writer.close();
  }
}

class ReferenceIntake {
  readonly #reading: ReferenceReading;
  readonly #writer: IndexWriter;
  readonly #tape = new Tape();
  readonly #notices: Notice[] = [];

  constructor(reading: ReferenceReading, writer: IndexWriter) {
    this.#reading = reading;
    this.#writer = writer;
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
      const root = read === undefined ? parsed : read(tape, parsed, start, end, this.#notices);
      const place = { source: shard.source, line: lines[i]!, offset: offset + start };
      this.#writer.add(tape, root, { ...place, shard: shard.number });
      for (const notice of this.#notices.splice(0))
        this.#reading.observe({ ...notice, entity: shard.entity, example: { place } });
    }
    for (const { line, offset: at, message } of broken) this.#unreadable(shard, line, at, message);
  }

  #unreadable(shard: Shard, line: number, offset: number, problem: string): void {
    const message = `A record of the reference ${shard.entity} is no document, so that no lookup finds it. The first is ${problem}`;
    const example = { place: { source: shard.source, line, offset } };
    this.#reading.observe({ code: 'REFERENCE_UNREADABLE', entity: shard.entity, message, example });
  }
}
