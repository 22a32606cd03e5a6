/** What becomes of the sample at one step? Looks at each document before the step, and at the step's answer. */
import type { Document } from '../../document/document.ts';
import { type Place, placeText } from '../../document/position.ts';
import type { Rejection } from '../../document/rejection.ts';
import type { PlanNode } from '../../plan/node.ts';
import type { Problems } from '../../plan/problem.ts';
import type { ReadStep } from '../../plan/steps.ts';
import type { StepAnswer } from '../../transform/step.ts';
import { LiteralWatch } from './literal-watch.ts';
import { PathWatch } from './path-watch.ts';
import { placeWithin } from './plan-places.ts';
import { figure } from './seen-kinds.ts';
import { SiblingIds } from './sibling-ids.ts';
import { conditionPaths, stepPaths } from './step-paths.ts';

/** Steps that are there because values are missing or of several types, or to which that is the same. */
const TAKES_ANY_TYPE = ['convert', 'stringify', 'remove', 'pick', 'fill', 'mask', 'validate', 'script'];

interface Rejected {
  count: number;
  readonly code: string;
  readonly message: string;
  readonly path: string | undefined;
  readonly first: string;
}

export class StepWatch {
  readonly #step: ReadStep;
  readonly #node: PlanNode | undefined;
  /** Of the condition, in all documents that come. */
  readonly #asked: readonly PathWatch[];
  /** Of the step, in those that it works on. */
  readonly #paths: readonly PathWatch[];
  readonly #literals: LiteralWatch;
  readonly #siblings: SiblingIds | undefined;
  readonly #rejected = new Map<string, Rejected>();
  #documents = 0;

  /** @param node the step in the plan. */
  constructor(step: ReadStep, node: PlanNode | undefined) {
    this.#step = step;
    this.#node = node;
    this.#asked = conditionPaths(step).map((path) => new PathWatch(path));
    this.#paths = stepPaths(step).map((path) => new PathWatch(path));
    this.#literals = new LiteralWatch(node);
    this.#siblings = SiblingIds.of(step);
  }

  /** Sees a document before the condition is asked. */
  beforeCondition({ tape, root }: Document, place: Place): void {
    for (const watch of this.#asked) watch.see(tape, root, place);
  }

  before({ tape, root }: Document, place: Place): void {
    this.#documents++;
    for (const watch of this.#paths) watch.see(tape, root, place);
    this.#literals.see(tape, root, place);
    this.#siblings?.see(tape, root, place);
  }

  after(answer: StepAnswer, place: Place): void {
    if (typeof answer === 'object') this.#reject(answer, place);
  }

  /** Sees a document as it goes into its container. */
  atEnd(document: Document, place: Place): void {
    this.#siblings?.seeAtEnd(document, place);
  }

  report(problems: Problems, mixed: Set<string>): void {
    const { plan, offset } = this.#step;
    const at = (text: string): number => placeWithin(this.#node, text, offset);
    // A condition may leave only documents without what it asks for: they say nothing of the path.
    for (const { path, nowhere } of preferring(this.#asked, this.#paths)) {
      if (nowhere === undefined) continue;
      const rule = nowhere.isNoArray ? 'array-never' : 'path-not-in-data';
      problems.warning(at(path.text), rule, `${plan.name}: ${nowhere.text}`);
    }
    for (const { path, kinds } of preferring(this.#paths, this.#asked)) {
      const isNews = !mixed.has(path.text) && !this.#isRejectedFor(path.text) && !TAKES_ANY_TYPE.includes(plan.name);
      if (kinds.names.length < 2 || !isNews) continue;
      mixed.add(path.text);
      const message = `${plan.name}: the values at ${path.text} are ${kinds.text}; bring them to one type before, with convert or stringify.`;
      problems.warning(at(path.text), 'mixed-types', message);
    }
    for (const rejected of this.#rejected.values()) this.#reportRejected(rejected, at, problems);
    this.#literals.report(plan.name, problems);
    this.#siblings?.report(offset, problems);
  }

  #isRejectedFor(text: string): boolean {
    return [...this.#rejected.values()].some(({ path }) => path === text);
  }

  #reject({ code, message, path }: Rejection, place: Place): void {
    const seen = this.#rejected.get(code);
    if (seen !== undefined) seen.count++;
    else this.#rejected.set(code, { count: 1, code, message, path, first: placeText(place) });
  }

  #reportRejected(
    { count, code, message, path, first }: Rejected,
    at: (text: string) => number,
    problems: Problems,
  ): void {
    const all = this.#documents;
    const isAll = count === all;
    const rule = code.startsWith('TEMPLATE_')
      ? 'template-fails'
      : isAll && code === 'NOT_AN_ARRAY'
        ? 'array-never'
        : 'step-rejects';
    const share = isAll ? `all ${figure(all)} documents` : `${figure(count)} of ${figure(all)} documents`;
    const text = `${this.#step.plan.name} rejects ${all === 1 ? 'the one document' : share} (${code}, first ${first}): ${message}`;
    const place = path === undefined ? this.#step.offset : at(path);
    if (isAll) problems.error(place, rule, text);
    else problems.warning(place, rule, text);
  }
}

/** The first ones, and the others of other paths. */
function preferring(first: readonly PathWatch[], others: readonly PathWatch[]): PathWatch[] {
  const known = new Set(first.map(({ path }) => path.text));
  return [...first, ...others.filter(({ path }) => !known.has(path.text))];
}
