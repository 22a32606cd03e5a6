/** What becomes of one batch, wherever it is worked on? Lines of files, rejects and counts, all taken over at once. */
import { Buffer } from 'node:buffer';
import { OutputBuffer } from '../document/output-buffer.ts';
import type { Plan } from '../plan/plan.ts';
import { Findings } from '../report/findings.ts';
import { RejectLines } from '../report/reject-lines.ts';
import { Tally } from '../report/tally.ts';
import { TextSink } from '../sink/text.ts';
import type { RecordBatch } from '../source/source.ts';
import { type FileLines, type Lines, type Made, REJECT_LINES, type SpareText } from './batch-message.ts';
import type { Intake, ShardFacts } from './intake.ts';
import { type Knowing, openIntake } from './open-intake.ts';
import { Router } from './route.ts';
import { memoryOf, sharedBytes } from './shared-bytes.ts';

export class Workbench {
  // Without an end to their paths, which those of the run have: only they know which came first.
  readonly #tally = new Tally(Infinity);
  readonly #findings = new Findings(Infinity);
  readonly #rejectLines = new OutputBuffer(1 << 12, sharedBytes);
  readonly #sink: TextSink;
  readonly #intake: Intake;

  constructor(plan: Plan, startedAt: number, knowing: Knowing) {
    const { observe } = this.#findings;
    const books = { tally: this.#tally, observe, rejects: new RejectLines(observe, this.#rejectLines) };
    this.#sink = new TextSink(
      plan.containers.map(({ label }) => label),
      sharedBytes,
    );
    this.#intake = openIntake(plan, new Router(plan, this.#sink, books), books, { startedAt, knowing });
  }

  /** @param spare buffers that may be filled with lines */
  work(shard: ShardFacts, batch: RecordBatch, spare: readonly SpareText[]): Made {
    const records = this.#intake.take(shard, batch, () => this.#bytes >= MOST);
    return {
      records,
      files: this.#takeFiles(spare),
      rejects: takeLines(REJECT_LINES, this.#rejectLines, spare),
      tally: this.#tally.take(),
      findings: this.#findings.take(),
    };
  }

  /** Of all that has been written and not been taken over. */
  get #bytes(): number {
    let sum = this.#rejectLines.length;
    for (const { length } of this.#sink.outputs.values()) sum += length;
    return sum;
  }

  #takeFiles(spare: readonly SpareText[]): FileLines[] {
    const files: FileLines[] = [];
    for (const [label, text] of this.#sink.texts) {
      const lines = takeLines(label, this.#sink.outputs.get(label)!, spare);
      if (lines !== undefined) files.push({ ...lines, counts: text.takeCounts() });
    }
    return files;
  }
}

/** What a batch comes to is handed over from so many bytes on, although it has more records. */
const MOST = 1 << 22;

/** Hands over what was written for a file, if anything; the next lines go to the buffer that came back, or to a new one. */
function takeLines(label: string, output: OutputBuffer, spare: readonly SpareText[]): Lines | undefined {
  const { bytes, length } = output;
  if (length === 0) return undefined;
  const again = spare.find((one) => one.label === label)?.text;
  output.bytes = again === undefined ? sharedBytes(length) : Buffer.from(again);
  output.length = 0;
  return { label, text: memoryOf(bytes), length };
}
