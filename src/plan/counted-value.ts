/** Which word is it, and which number stands behind it? `hash`, `keepLast 4`. */
import type { Counted, CountSpec } from '../transform/step.ts';
import { wrong } from './expect.ts';
import type { PlanNode } from './node.ts';
import { quoted } from './node.ts';
import type { Problems } from './problem.ts';
import { didYouMean } from './suggestion.ts';

type Choices = Readonly<Record<string, CountSpec>>;

export function readCounted(
  node: PlanNode,
  what: string,
  choices: Choices,
  problems: Problems,
): Counted<string> | undefined {
  const forms = Object.entries(choices).map(([name, spec]) => formOf(name, spec));
  if (node.kind !== 'text') return wrong(node, what, `one of ${forms.join(', ')}`, problems);
  const [name = '', ...rest] = node.text.trim().split(/\s+/);
  const refuse = (reason: string): undefined => {
    problems.error(node.offset, 'invalid-value', `${what}: ${reason}`);
  };
  const spec = Object.hasOwn(choices, name) ? choices[name] : undefined;
  if (spec === undefined) {
    const meant = didYouMean(name, Object.keys(choices)) || `; possible: ${forms.join(', ')}.`;
    return refuse(`there is no ${quoted(node.written)}${meant}`);
  }
  const { count, maximum = Number.MAX_SAFE_INTEGER } = spec;
  if (rest.length === 0) {
    if (count !== 'required') return { choice: name };
    return refuse(`${name} needs a whole number behind it, as in "${name} 4".`);
  }
  if (count === 'none') return refuse(`${name} takes nothing behind it, found ${quoted(node.written)}.`);
  const given = Number(rest.join(' '));
  if (Number.isInteger(given) && given >= 1 && given <= maximum) return { choice: name, count: given };
  const limits = maximum === Number.MAX_SAFE_INTEGER ? 'from 1 on' : `from 1 to ${maximum}`;
  return refuse(`${name} takes a whole number ${limits}, found ${quoted(node.written)}.`);
}

/** `keepLast 4`, as a form of words. */
export function formOf(name: string, { count }: CountSpec): string {
  return { none: name, allowed: `${name} or ${name} n`, required: `${name} n` }[count];
}

/** What the schema says of such a text. */
export function countedPattern(choices: Choices): string {
  const forms = Object.entries(choices).map(
    ([name, { count }]) => `${name}${{ none: '', allowed: '( +[0-9]+)?', required: ' +[0-9]+' }[count]}`,
  );
  return `^(${forms.join('|')})$`;
}
