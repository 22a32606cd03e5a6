/** What becomes of one batch, wherever it is worked on? Lines of files, rejects and counts, all taken over at once. */
import { Buffer } from 'node:buffer';
import type { Plan } from '../plan/plan.ts';
import { Findings } from '../report/findings.ts';
import { RejectLines } from '../report/reject-lines.ts';
import { Tally } from '../report/tally.ts';
import { TextSink } from '../sink/text.ts';
import { type BatchMessage, batchOf, type FileLines, type ResultMessage } from './batch-message.ts';
import type { Intake } from './intake.ts';
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

  work(message: BatchMessage): ResultMessage {
    this.#intake.take(message.shard, batchOf(message));
    const rejects = new Uint8Array(this.#rejects.waiting);
    this.#rejects.clear();
    return {
      files: this.#takeLines(message.spare),
      rejects,
      tally: this.#tally.take(),
      findings: this.#findings.take(),
      text: message.text,
    };
  }

  /** Hands over what was written for each file; the buffers that come back are filled next. */
  #takeLines(spare: readonly ArrayBuffer[]): FileLines[] {
    const files: FileLines[] = [];
    for (const [label, text] of this.#sink.texts) {
      const { output } = text;
      if (output.length === 0) continue;
      // An OutputBuffer has its memory for itself, so that it can change hands.
      files.push({ label, text: output.bytes.buffer as ArrayBuffer, length: output.length, counts: text.takeCounts() });
      output.bytes = Buffer.from(spare[files.length - 1] ?? new ArrayBuffer(output.bytes.length));
      output.length = 0;
    }
    return files;
  }
}
