/**
 * What happens to a document, step by step? Stands between the steps and the router and writes down what passes: each
 * step tells what it is about to work on, and the chain tells at once what came of it.
 */
import type { Document } from '../../document/document.ts';
import type { Notice } from '../../document/notice.ts';
import type { Rejection } from '../../document/rejection.ts';
import { wireText } from '../../document/wire-text.ts';
import type { StepPlan } from '../../plan/plan.ts';
import type { Refused } from '../../transform/gathering.ts';
import type { ChainOutlet, Descent } from '../../transform/outlet.ts';
import { CONSUMED, type Departure, EXPIRED, FILTERED, MERGED } from '../../transform/step.ts';
import type { Ending, PreviewedDocument, PreviewedStep } from '../../report/preview.ts';
import type { RecordingSink } from '../recording-sink.ts';
import type { Gathered } from './gathered.ts';

/** What can still be added to. */
interface TracedDocument extends PreviewedDocument {
  readonly steps: TracedStep[];
  ending: Ending;
  /** As it was seen last. */
  text: string;
}

interface TracedStep extends PreviewedStep {
  isSkipped?: boolean;
  isGathered?: boolean;
  after?: string;
  readonly made: TracedDocument[];
  readonly lost: { path: string; count: number }[];
  readonly notes: { code: string; path?: string; message: string }[];
}

export class Trace implements ChainOutlet {
  #router!: ChainOutlet;
  readonly #sink: RecordingSink;
  readonly #onRoot: (document: PreviewedDocument) => void;
  readonly #gathered: Gathered;
  readonly #traced = new Map<Document, TracedDocument>();
  /** The step that worked last. */
  #step: TracedStep | undefined;

  /** @param onRoot takes each document that no step made, or one across documents did */
  constructor(sink: RecordingSink, gathered: Gathered, onRoot: (document: PreviewedDocument) => void) {
    this.#sink = sink;
    this.#gathered = gathered;
    this.#onRoot = onRoot;
  }

  /** Puts itself in front of the router. */
  before(router: ChainOutlet): ChainOutlet {
    this.#router = router;
    return this;
  }

  /** The step, telling what it does. */
  watched(step: StepPlan): StepPlan {
    const condition = step.if;
    return {
      ...step,
      ...(condition && {
        if: {
          ...condition,
          holds: (document, startedAt) => {
            const answer = condition.holds(document, startedAt);
            if (answer === true) return answer;
            const entry = this.#enter(step, document);
            if (answer === false) entry.isSkipped = true;
            return answer;
          },
        },
      }),
      compile: (setting) => {
        const gathering = this.#gathered.listening(step.index, setting.gathering);
        const apply = step.compile({ ...setting, gathering });
        return (document, context) => {
          const entry = this.#enter(step, document);
          if (gathering !== undefined) entry.isGathered = true;
          const traced = this.#of(document);
          const answer = apply(document, context);
          if (answer !== undefined) return answer;
          const text = textOf(document);
          if (text !== traced.text) entry.after = traced.text = text;
          return answer;
        };
      },
    };
  }

  emit(document: Document, descent: Descent): number {
    const traced = this.#of(document);
    const answer = this.#router.emit(document, descent);
    const emission = this.#sink.emissions.at(-1);
    traced.ending =
      emission?.document === document
        ? { kind: 'out', text: emission.text, arrivals: emission.arrivals }
        : { kind: 'discarded' };
    return answer;
  }

  check(document: Document): Rejection | undefined {
    return this.#router.check(document);
  }

  reject(document: Document, step: string | undefined, rejection: Rejection): void {
    this.#of(document).ending = { kind: 'rejected', ...(step === undefined ? {} : { step }), rejection };
    this.#router.reject(document, step, rejection);
  }

  leave(document: Document, how: Departure): void {
    this.#of(document).ending = { kind: DEPARTURES[how] };
    this.#router.leave(document, how);
  }

  /** A document that a step had gathered is rejected after all; false when none of these is it. */
  refused(refused: Refused): boolean {
    this.#gathered.refused(refused);
    const { entity, text, name, rejection } = refused;
    const gathered = text?.toString('utf8');
    for (const traced of this.#traced.values()) {
      if (traced.ending.kind !== 'consumed' || traced.entity !== entity || traced.text !== gathered) continue;
      traced.ending = { kind: 'rejected', step: name, rejection };
      return true;
    }
    return false;
  }

  made(document: Document): void {
    const traced = tracedOf(document);
    this.#traced.set(document, traced);
    this.#step!.made.push(traced);
    this.#router.made(document);
  }

  drop(step: string, path: string, count: number): void {
    this.#step!.lost.push({ path, count });
    this.#router.drop(step, path, count);
  }

  note(notice: Notice): void {
    const { code, path, message } = notice;
    this.#step!.notes.push({ code, ...(path === undefined ? {} : { path }), message });
    this.#router.note(notice);
  }

  #enter({ index, name }: StepPlan, document: Document): TracedStep {
    const entry: TracedStep = { number: index + 1, name, made: [], lost: [], notes: [] };
    this.#of(document).steps.push(entry);
    this.#step = entry;
    return entry;
  }

  #of(document: Document): TracedDocument {
    const known = this.#traced.get(document);
    if (known !== undefined) return known;
    const traced = tracedOf(document);
    this.#traced.set(document, traced);
    this.#onRoot(traced);
    return traced;
  }
}

const DEPARTURES = {
  [FILTERED]: 'filtered',
  [EXPIRED]: 'expired',
  [CONSUMED]: 'consumed',
  [MERGED]: 'merged',
} as const satisfies Record<Departure, Ending['kind']>;

function tracedOf(document: Document): TracedDocument {
  const text = textOf(document);
  return { entity: document.entity, before: text, steps: [], ending: { kind: 'discarded' }, text };
}

function textOf({ tape, root }: Document): string {
  return wireText(tape, root).toString('utf8');
}
