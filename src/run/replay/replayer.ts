/** What does a rejected record come to under the plan as it is now? Takes it through all steps, from its beginning. */
import { Buffer, isUtf8 } from 'node:buffer';
import type { Plan } from '../../plan/plan.ts';
import { Fatal } from '../../errors.ts';
import type { Sink } from '../../sink/sink.ts';
import type { RecordBatch } from '../../source/source.ts';
import type { Intake } from '../intake.ts';
import { type IntakeSetting, openIntake } from '../open-intake.ts';
import { type Books, Router } from '../route.ts';
import { type RejectGroup, sourceEntityOf } from './reject-groups.ts';

export class Replayer {
  readonly #plan: Plan;
  readonly #intake: Intake;
  #records = 0;
  #bytes = 0;

  /**
   * @param setting with `startedAt` when the run began: what depends on time depends on this alone
   */
  constructor(
    plan: Plan,
    sink: Pick<Sink, 'check' | 'take'>,
    books: Books,
    setting: Pick<IntakeSetting, 'startedAt' | 'knowing'>,
  ) {
    this.#plan = plan;
    this.#intake = openIntake(plan, new Router(plan, sink, books), books, setting);
  }

  /** Records so far, and the bytes of their texts. */
  get progress(): { readonly documents: number; readonly bytesRead: number } {
    return { documents: this.#records, bytesRead: this.#bytes };
  }

  /** What comes of the record is with the sink, or rejected, when this returns. */
  replay(group: RejectGroup, original: Buffer): void {
    const entity = this.#entityOf(group);
    const shard = { number: 0, entity, source: group.place.source, enters: 0 };
    this.#bytes += original.length;
    this.#intake.take(shard, batchOf(group, original, this.#records++));
  }

  #entityOf({ rejects, place }: RejectGroup): string {
    const entity = sourceEntityOf(rejects[0]!);
    const entities = this.#plan.sources.map((source) => source.entity);
    if (entities.includes(entity)) return entity;
    if (entities.length === 1) return entities[0]!;
    throw new Fatal('usage', `The record ${place.source}:${place.line} is of entity ${entity}, which no source has.`, {
      advice: `Sources of ${this.#plan.file} have the entities ${entities.join(', ')}.`,
    });
  }
}

/** The record, as the source would hand it over. */
function batchOf({ place }: RejectGroup, original: Buffer, index: number): RecordBatch {
  const { length } = original;
  const { line, offset } = place;
  return {
    text: Buffer.concat([original, LINE_END]),
    count: 1,
    starts: Int32Array.of(0),
    ends: Int32Array.of(length),
    lines: Float64Array.of(line),
    firstIndex: index,
    offset,
    utf8: isUtf8(original),
    bytesRead: 0,
    bytes: length,
    endOffset: offset + length,
    endLine: undefined,
    broken: [],
  };
}

const LINE_END = Buffer.from('\n');
