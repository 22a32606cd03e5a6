/** What becomes of one batch, wherever it is worked on? Lines of files, rejects and counts, all taken over at once. */
import { Buffer } from 'node:buffer';
import type { Plan } from '../plan/plan.ts';
import { Findings } from '../report/findings.ts';
import { RejectLines } from '../report/reject-lines.ts';
import { Tally } from '../report/tally.ts';
import { TextSink } from '../sink/text.ts';
import type { RecordBatch } from '../source/source.ts';
import type { FileLines, Made, SpareText } from './batch-message.ts';
import type { Intake, ShardFacts } from './intake.ts';
import { openIntake } from './open-intake.ts';
import { Router } from './route.ts';
import { memoryOf, sharedBytes } from './shared-bytes.ts';

export class Workbench {
  // Without an end to their paths, which those of the run have: only they know which came first.
  readonly #tally = new Tally(Infinity);
  readonly #findings = new Findings(Infinity);
  readonly #rejects = new RejectLines(this.#findings.observe);
  readonly #sink: TextSink;
  readonly #intake: Intake;

  constructor(plan: Plan, startedAt: number) {
    const books = { tally: this.#tally, observe: this.#findings.observe, rejects: this.#rejects };
    this.#sink = new TextSink(
      plan.containers.map(({ label }) => label),
      sharedBytes,
    );
    this.#intake = openIntake(plan, new Router(plan, this.#sink, books), books, startedAt);
  }

  /** @param spare buffers that may be filled with lines */
  work(shard: ShardFacts, batch: RecordBatch, spare: readonly SpareText[]): Made {
    this.#intake.take(shard, batch);
    const rejects = new Uint8Array(this.#rejects.waiting);
    this.#rejects.clear();
    return { files: this.#takeLines(spare), rejects, tally: this.#tally.take(), findings: this.#findings.take() };
  }

  /** Hands over what was written for each file; the next lines go to the buffers that came back, or to new ones. */
  #takeLines(spare: readonly SpareText[]): FileLines[] {
    const files: FileLines[] = [];
    for (const [label, text] of this.#sink.texts) {
      const output = this.#sink.outputs.get(label)!;
      const { bytes, length } = output;
      if (length === 0) continue;
      files.push({ label, text: memoryOf(bytes), length, counts: text.takeCounts() });
      const again = spare.find((one) => one.label === label)?.text;
      output.bytes = again === undefined ? sharedBytes(length) : Buffer.from(again);
      output.length = 0;
    }
    return files;
  }
}
