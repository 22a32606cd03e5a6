/** What becomes of one batch, wherever it is worked on? Lines of files, rejects and counts, all taken over at once. */
import { Buffer } from 'node:buffer';
import type { Plan } from '../plan/plan.ts';
import { Findings } from '../report/findings.ts';
import { RejectLines } from '../report/reject-lines.ts';
import { Tally } from '../report/tally.ts';
import { TextSink } from '../sink/text.ts';
import type { RecordBatch } from '../source/source.ts';
import { type FileLines, type Made, sharedBuffer, type SpareText } from './batch-message.ts';
import type { Intake, ShardFacts } from './intake.ts';
import { openIntake } from './open-intake.ts';
import { Router } from './route.ts';

export class Workbench {
  // Without an end to their paths, which those of the run have: only they know which came first.
  readonly #tally = new Tally(Infinity);
  readonly #findings = new Findings(Infinity);
  readonly #rejects = new RejectLines(this.#findings.observe);
  readonly #sink: TextSink;
  readonly #intake: Intake;

  constructor(plan: Plan, startedAt: number) {
    const books = { tally: this.#tally, observe: this.#findings.observe, rejects: this.#rejects };
    this.#sink = new TextSink(plan.containers.map(({ label }) => label));
    this.#intake = openIntake(plan, new Router(plan, this.#sink, books), books, startedAt);
  }

  /** @param spare buffers that may be filled with lines */
  work(shard: ShardFacts, batch: RecordBatch, spare: readonly SpareText[]): Made {
    this.#intake.take(shard, batch);
    const rejects = new Uint8Array(this.#rejects.waiting);
    this.#rejects.clear();
    return { files: this.#takeLines(spare), rejects, tally: this.#tally.take(), findings: this.#findings.take() };
  }

  /** Hands over what was written for each file, in the buffers that came back or in new ones. */
  #takeLines(spare: readonly SpareText[]): FileLines[] {
    const files: FileLines[] = [];
    for (const [label, text] of this.#sink.texts) {
      const output = this.#sink.outputs.get(label)!;
      const { length } = output;
      if (length === 0) continue;
      const again = spare.find((one) => one.label === label)?.text;
      const shared = again !== undefined && again.byteLength >= length ? again : sharedBuffer(length);
      output.bytes.copy(Buffer.from(shared), 0, 0, length);
      output.length = 0;
      files.push({ label, text: shared, length, counts: text.takeCounts() });
    }
    return files;
  }
}
