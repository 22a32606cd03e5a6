/**
 * Is a property compared with a value of another type than it ever has? Looks for the plain comparisons in the
 * expressions of a step, such as `doc.zip == 80331` where every zip is text: it is never true, and says nothing.
 */
import { parsePath, type Path } from '../../document/path.ts';
import type { Place } from '../../document/position.ts';
import type { Tape, Value } from '../../document/tape.ts';
import type { PlanNode } from '../../plan/node.ts';
import type { Problems } from '../../plan/problem.ts';
import { article, PathWatch } from './path-watch.ts';

interface Comparison {
  readonly watch: PathWatch;
  /** As the expression has it. */
  readonly property: string;
  readonly literal: string;
  readonly kind: string;
  readonly offset: number;
}

const PROPERTY = String.raw`doc((?:\.[A-Za-z_]\w*)+)`;
const LITERAL = String.raw`("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|-?\d+(?:\.\d+)?|true|false)`;
const PLAIN = new RegExp(String.raw`${PROPERTY}\s*(?:[=!]=|[<>]=?)\s*${LITERAL}(?!\s*[-+*/%.\w])`, 'g');

export class LiteralWatch {
  readonly #comparisons: Comparison[] = [];

  constructor(step: PlanNode | undefined) {
    if (step !== undefined) this.#collect(step);
  }

  see(tape: Tape, root: Value, place: Place): void {
    for (const { watch } of this.#comparisons) watch.see(tape, root, place);
  }

  report(step: string, problems: Problems): void {
    for (const { watch, property, literal, kind, offset } of this.#comparisons) {
      const { names } = watch.kinds;
      if (names.length === 0 || names.includes(kind)) continue;
      const message = `${step}: ${property} is compared with ${article(kind)} ${kind}, ${literal}, and the values there are ${watch.kinds.text}: they are never equal.`;
      problems.warning(offset, 'types-differ', message);
    }
  }

  #collect(node: PlanNode): void {
    if (node.kind === 'list') for (const item of node.items) this.#collect(item);
    if (node.kind !== 'map') return;
    for (const { key, value } of node.entries) {
      if (value.kind === 'text' && ['if', 'where', 'expr'].includes(key)) this.#comparisonsIn(value.text, value.offset);
      else this.#collect(value);
    }
  }

  #comparisonsIn(expression: string, offset: number): void {
    for (const [, names, literal] of expression.matchAll(PLAIN)) {
      const path: Path = parsePath(names!.replaceAll('.', '/'));
      const kind = /^["']/.test(literal!) ? 'string' : /^[tf]/.test(literal!) ? 'boolean' : 'number';
      const watch = new PathWatch(path);
      this.#comparisons.push({ watch, property: `doc${names!}`, literal: literal!, kind, offset });
    }
  }
}
