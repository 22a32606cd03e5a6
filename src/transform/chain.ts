/**
 * Which documents come out of a document? The chain passes each through the steps that work on its entity. What a step
 * makes of a document goes on behind that step; it comes out after the document it was made of, by step, then by
 * element, so that the order of output depends on the data alone.
 */
import type { Document } from '../document/document.ts';
import type { Expression } from '../document/expression.ts';
import type { Notice } from '../document/notice.ts';
import type { RecordPlace } from '../document/position.ts';
import type { Rejection } from '../document/rejection.ts';
import type { Outcomes } from './contest.ts';
import { FamilyOutlet } from './family.ts';
import { type ChainOutlet, type Descent, REFUSED } from './outlet.ts';
import type { Gathering } from './gathering.ts';
import { HeldKeys, type KeyMemory } from './key-memory.ts';
import type { ReferenceIndex } from './reference.ts';
import { type Made, RunningStep } from './running-step.ts';
import type { ApplyStep, StepAnswer, StepSetting } from './step.ts';

/** A step of the plan as the chain needs it. */
export interface ChainStep {
  readonly index: number;
  readonly name: string;
  readonly for: readonly string[];
  /** Documents for which it is false pass the step by. */
  readonly if?: Expression;
  readonly overwrite: boolean;
  /** The space of the keys that it remembers. */
  readonly remembers?: string;
  compile(setting: StepSetting): ApplyStep;
}

interface CompiledStep {
  readonly index: number;
  readonly name: string;
  readonly apply: ApplyStep;
  readonly if: Expression | undefined;
  readonly looksUp: boolean;
}

const NO_STEPS: readonly CompiledStep[] = [];
const FROM_SOURCE: Descent = { parent: -1, parentRejected: false, family: 0 };

export interface ChainSetting {
  readonly startedAt: number;
  readonly entities: readonly string[];
  readonly sha256: (text: string) => string;
  readonly hmac: (key: string, text: string) => string;
  /** What the steps across documents gather, by the step's index. */
  readonly gatherings?: ReadonlyMap<number, Gathering>;
  /** What steps remember over the whole run, by the space of their keys; others are held as long as the chain is. */
  readonly memories?: ReadonlyMap<string, KeyMemory>;
  /** What steps look up, by the step's index. */
  readonly references?: ReadonlyMap<number, ReferenceIndex>;
  /** What their contests came to, by the step's index. */
  readonly outcomes?: ReadonlyMap<number, Outcomes>;
}

export class Chain {
  readonly #stepsOf: ReadonlyMap<string, readonly CompiledStep[]>;
  #outlet: ChainOutlet;
  /** The family that is being gathered, innermost; a member of it that founds one adds to it. */
  #family: FamilyOutlet | undefined;
  readonly #context: RunningStep;
  /** The documents made so far and not yet passed on, deepest last. */
  readonly #made: Made[] = [];
  /** What steps have said of values of the document that lead nowhere: two that look up the same say it once. */
  readonly #told: Notice[] = [];
  #families = 0;

  constructor(steps: readonly ChainStep[], setting: ChainSetting, outlet: ChainOutlet) {
    const stepsOf = new Map<string, CompiledStep[]>();
    const memories = new Map(setting.memories);
    for (const step of steps) {
      const gathering = setting.gatherings?.get(step.index);
      const memory = step.remembers === undefined ? undefined : memoryOf(step.remembers, memories);
      const reference = setting.references?.get(step.index);
      const outcomes = setting.outcomes?.get(step.index);
      const { overwrite } = step;
      const apply = step.compile({ overwrite, entities: setting.entities, gathering, memory, reference, outcomes });
      for (const entity of step.for) {
        const list = stepsOf.get(entity) ?? [];
        list.push({ index: step.index, name: step.name, apply, if: step.if, looksUp: reference !== undefined });
        stepsOf.set(entity, list);
      }
    }
    this.#stepsOf = stepsOf;
    this.#outlet = outlet;
    this.#context = new RunningStep(setting, this.#made);
  }

  /** Passes a document through the steps from `from` on: all of them, if it comes from a source. */
  pass(document: Document, origin: RecordPlace, from: number = 0): void {
    this.#families = 0;
    this.#context.origin = origin;
    this.#through(document, from, FROM_SOURCE);
  }

  /** Passes a document through the steps from `from` on, then what was made of it. */
  #through(document: Document, from: number, descent: Descent): void {
    const made = this.#made;
    const begin = made.length;
    const answer = this.#apply(document, from);
    const end = made.length;
    const family = this.#family;
    const belongs = family?.belongs === true;
    let founds = false;
    for (let i = begin; i < end; i++) founds ||= made[i]!.family;
    if (founds && !belongs) this.#throughFamily(document, answer, begin, end, descent);
    else {
      const emitted = answer === undefined ? this.#outlet.emit(document, descent) : -1;
      if (end > begin) {
        const below = belowOf(emitted, answer);
        for (let i = begin; i < end; i++) {
          if (family !== undefined) family.belongs = belongs && made[i]!.family;
          this.#passMade(made[i]!, below);
        }
        if (family !== undefined) family.belongs = belongs;
      }
    }
    made.length = begin;
  }

  #passMade({ document, step, ends }: Made, below: Descent): void {
    if (ends === undefined) this.#through(document, step.index + 1, below);
    else if (isRejection(ends)) this.#outlet.reject(document, step.name, ends);
    else this.#outlet.leave(document, ends);
  }

  /** The same for a document that is written or rejected together with what was made of it. */
  #throughFamily(document: Document, answer: StepAnswer, begin: number, end: number, descent: Descent): void {
    const outerOutlet = this.#outlet;
    const outerFamily = this.#family;
    const family = new FamilyOutlet(outerOutlet, ++this.#families);
    this.#outlet = family;
    this.#family = family;
    if (isRejection(answer)) family.fall(answer);
    const emitted = answer === undefined ? family.emitHead(document, descent) : -1;
    const below = belowOf(emitted, answer);
    for (let i = begin; i < end; i++) {
      const made = this.#made[i]!;
      family.belongs = made.family;
      this.#passMade(made, below);
    }
    this.#outlet = outerOutlet;
    this.#family = outerFamily;
    family.settle();
  }

  /** Runs the steps on one document; `undefined` when it goes on to the containers. */
  #apply(document: Document, from: number): StepAnswer {
    const steps = this.#stepsOf.get(document.entity) ?? NO_STEPS;
    const context = this.#context;
    this.#told.length = 0;
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i]!;
      if (step.index < from) continue;
      const before = document.root;
      document.tape.mark();
      context.begin(step, document);
      const applies = step.if === undefined || step.if.holds(document, context.startedAt);
      if (applies === false) continue;
      const answer = applies === true ? step.apply(document, context) : applies;
      if (answer !== undefined) {
        if (!isRejection(answer)) {
          this.#outlet.leave(document, answer);
          this.#settle(step);
        } else {
          context.forget();
          document.root = before;
          document.tape.undo();
          this.#outlet.reject(document, step.name, answer);
        }
        return answer;
      }
      if (context.hasNews) this.#settle(step);
    }
    return undefined;
  }

  /** Books what a step that went well has made, dropped and noted. */
  #settle(step: CompiledStep): void {
    const context = this.#context;
    for (let i = context.firstMade; i < this.#made.length; i++) this.#outlet.made(this.#made[i]!.document);
    for (const { path, count } of context.drops) this.#outlet.drop(step.name, path, count);
    const told = this.#told;
    const before = told.length;
    for (const notice of context.notices) {
      if (step.looksUp && told.slice(0, before).some((other) => saysSame(other, notice))) continue;
      this.#outlet.note(notice);
      if (step.looksUp) told.push(notice);
    }
  }
}

function saysSame(one: Notice, other: Notice): boolean {
  return one.code === other.code && one.path === other.path && one.message === other.message;
}

function memoryOf(space: string, memories: Map<string, KeyMemory>): KeyMemory {
  const memory = memories.get(space) ?? new HeldKeys();
  memories.set(space, memory);
  return memory;
}

function belowOf(emitted: number, answer: StepAnswer): Descent {
  return { parent: Math.max(emitted, -1), parentRejected: isRejection(answer) || emitted === REFUSED, family: 0 };
}

function isRejection(answer: StepAnswer): answer is Rejection {
  return typeof answer === 'object';
}
