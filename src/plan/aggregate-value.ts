/** Which values become one, and how? `count`, `sum /total`. */
import { type Aggregate, AGGREGATES } from '../document/aggregate.ts';
import { readPath } from './path-value.ts';
import { wrong } from './expect.ts';
import type { PlanNode } from './node.ts';
import { quoted } from './node.ts';
import type { Problems } from './problem.ts';
import { didYouMean } from './suggestion.ts';

const FORMS = AGGREGATES.map((word) => (word === 'count' ? word : `${word} /path`)).join(', ');

export function readAggregate(node: PlanNode, what: string, problems: Problems): Aggregate | undefined {
  if (node.kind !== 'text') return wrong(node, what, `one of ${FORMS}`, problems);
  const text = node.text.trim();
  const blank = text.search(/\s/);
  const name = blank < 0 ? text : text.slice(0, blank);
  const word = AGGREGATES.find((one) => one === name);
  if (word === undefined) {
    const meant = didYouMean(name, AGGREGATES) || `; possible: ${FORMS}.`;
    problems.error(node.offset, 'invalid-value', `${what}: there is no ${quoted(name)}${meant}`);
    return undefined;
  }
  if (blank < 0) {
    if (word === 'count') return { word };
    problems.error(node.offset, 'invalid-value', `${what}: ${word} needs a path behind it, as in "${word} /total".`);
    return undefined;
  }
  const rest = text.slice(blank).trim();
  const written = node.written === node.text ? rest : node.written;
  const path = readPath({ ...node, text: rest, written }, what, {}, problems);
  return path && { word, path };
}

/** What the schema says of such a text. */
export const AGGREGATE_PATTERN: string = `^\\s*(count|(${AGGREGATES.join('|')})\\s+/.*)\\s*$`;
