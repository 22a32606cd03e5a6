/** Is a value of the plan of the kind that is expected? If not, that is a problem and the answer is `undefined`. */
import type { PlanList, PlanMap, PlanNode } from './node.ts';
import { described, holdsVariable, quoted } from './node.ts';
import type { PlanRule, Problems } from './problem.ts';
import { didYouMean } from './suggestion.ts';

export function expectMap(node: PlanNode, what: string, problems: Problems): PlanMap | undefined {
  return node.kind === 'map' ? node : wrong(node, what, 'a map', problems);
}

export function expectList(node: PlanNode, what: string, problems: Problems): PlanList | undefined {
  return node.kind === 'list' ? node : wrong(node, what, 'a list', problems);
}

export function expectText(node: PlanNode, what: string, problems: Problems, kind = 'a text'): string | undefined {
  if (node.kind !== 'text') return wrong(node, what, kind, problems);
  if (node.text !== '') return node.text;
  problems.error(node.offset, 'invalid-value', `${what} is empty.`);
  return undefined;
}

export function expectBoolean(node: PlanNode, what: string, problems: Problems): boolean | undefined {
  return node.kind === 'boolean' ? node.value : wrong(node, what, 'true or false', problems);
}

export function expectInteger(
  node: PlanNode,
  what: string,
  range: { readonly minimum: number; readonly maximum: number; readonly rule?: PlanRule },
  problems: Problems,
): number | undefined {
  if (node.kind !== 'number') return wrong(node, what, 'a whole number', problems);
  if (Number.isInteger(node.value) && node.value >= range.minimum && node.value <= range.maximum) return node.value;
  const limits =
    range.maximum === Number.MAX_SAFE_INTEGER
      ? `from ${range.minimum} on`
      : `from ${range.minimum} to ${range.maximum}`;
  problems.error(
    node.offset,
    range.rule ?? 'invalid-value',
    `${what} has to be a whole number ${limits}, found ${node.json}.`,
  );
  return undefined;
}

export function expectChoice<Choice extends string>(
  node: PlanNode,
  what: string,
  choices: readonly Choice[],
  problems: Problems,
): Choice | undefined {
  if (node.kind !== 'text') return wrong(node, what, `one of ${choices.join(', ')}`, problems);
  const choice = choices.find((one) => one === node.text);
  if (choice === undefined) {
    const meant = didYouMean(node.written, choices) || `; possible: ${choices.join(', ')}.`;
    problems.error(node.offset, 'invalid-value', `${what} cannot be ${quoted(node.written)}${meant}`);
  }
  return choice;
}

/** A name without what would break files, messages or lists. */
export function expectEntityName(node: PlanNode, what: string, problems: Problems): string | undefined {
  if (holdsVariable(node)) {
    problems.error(node.offset, 'invalid-name', `${what} is a name within the plan and cannot come from a variable.`);
    return undefined;
  }
  const name = expectText(node, what, problems, "an entity's name");
  if (name === undefined || (name !== '*' && !/\p{Cc}/u.test(name) && name.trim() === name)) return name;
  problems.error(node.offset, 'invalid-name', `${what} cannot be ${quoted(name)}: an entity is a plain name.`);
  return undefined;
}

/** Reports that another kind of value was expected. */
export function wrong(node: PlanNode, what: string, expected: string, problems: Problems): undefined {
  const hint = isBareTemplate(node) ? '; in YAML a text that begins with { has to stand in quotes' : '';
  problems.error(node.offset, 'wrong-type', `${what} has to be ${expected}, found ${described(node)}${hint}.`);
}

/** `{/a}` without quotes: YAML reads a map with one key and no value. */
export function isBareTemplate(node: PlanNode): boolean {
  return (
    node.kind === 'map' &&
    node.entries.some(({ key, value }) => /^(\/|parent\/|\^\/|#)/.test(key) && value.kind === 'null')
  );
}
