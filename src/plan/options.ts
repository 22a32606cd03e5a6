/** What are the options of a step? Its table says what may stand there; short forms become long ones first. */
import type { OptionSpec, OptionSpecs, ShortForm, StepDefinition } from '../transform/step.ts';
import { isBareTemplate, wrong } from './expect.ts';
import type { PlanEntry, PlanMap, PlanNode } from './node.ts';
import { quoted } from './node.ts';
import { readOptionValue } from './option-value.ts';
import { readProperty } from './path-value.ts';
import type { StepPlace } from './step-place.ts';
import { didYouMean } from './suggestion.ts';

export type OptionValues = Readonly<Record<string, unknown>>;

/** The step's options in their long form. */
export function longForm(definition: StepDefinition, node: PlanNode, place: StepPlace): PlanMap | undefined {
  const short = (definition.short ?? []).find((form) => takes(form, definition, node));
  if (short !== undefined) {
    const entry: PlanEntry = { key: short.option, keyOffset: node.offset, value: node };
    return { kind: 'map', offset: node.offset, size: node.size + 1, entries: [entry] };
  }
  const takesText = (definition.short ?? []).some(({ form, only }) => form === 'text' && only === undefined);
  if (takesText && isBareTemplate(node)) return wrong(node, definition.name, expectedForms(definition), place.problems);
  if (node.kind === 'map') return node;
  // A step whose options are all optional needs none.
  if (node.kind === 'null') return { kind: 'map', offset: node.offset, size: 1, entries: [] };
  return wrong(node, definition.name, expectedForms(definition), place.problems);
}

/** The options as the step's code gets them; `undefined` when there was a problem with one of them. */
export function readOptions(
  specs: OptionSpecs,
  map: PlanMap,
  what: string,
  place: StepPlace,
): OptionValues | undefined {
  const { problems } = place;
  const values: Record<string, unknown> = {};
  let isRight = true;
  for (const { key, keyOffset, value } of map.entries) {
    const spec = Object.hasOwn(specs, key) ? specs[key] : undefined;
    if (spec === undefined) {
      const meant = didYouMean(key, Object.keys(specs)) || `; possible: ${Object.keys(specs).join(', ')}.`;
      problems.error(keyOffset, 'unknown-option', `${what} has no option ${quoted(key)}${meant}`);
      isRight = false;
      continue;
    }
    values[key] = readOption(spec, value, `"${key}" of ${what}`, place);
    if (values[key] === undefined) isRight = false;
  }
  for (const [name, { required }] of Object.entries(specs)) {
    if (required !== true || map.entries.some(({ key }) => key === name)) continue;
    problems.error(map.offset, 'missing-option', `${what} needs "${name}".`);
    isRight = false;
  }
  return isRight ? values : undefined;
}

function readOption(spec: OptionSpec, node: PlanNode, what: string, place: StepPlace): unknown {
  if (spec.type === 'object' && node.kind === 'map') return readOptions(spec.options, node, what, place);
  if (spec.type === 'map' && spec.values === 'object' && node.kind === 'map')
    return readObjects(spec.options, node, what, place);
  return readOptionValue(spec, node, what, place);
}

function readObjects(specs: OptionSpecs, map: PlanMap, what: string, place: StepPlace): unknown {
  const { problems } = place;
  if (map.entries.length === 0)
    problems.warning(map.offset, 'without-effect', `${what} is an empty map, so that nothing happens.`);
  const entries = map.entries.map(({ key, keyOffset, value }) => {
    const keyNode = { kind: 'text', offset: keyOffset, size: 1, text: key, written: key } as const;
    const inside = `${quoted(key)} of ${what}`;
    return {
      key: readProperty(keyNode, what, problems),
      // All options of an object may be optional, and then it needs none.
      value: value.kind === 'map' ? readOptions(specs, value, inside, place) : wrong(value, inside, 'a map', problems),
    };
  });
  return entries.every(({ key, value }) => key !== undefined && value !== undefined) ? entries : undefined;
}

function takes({ form, option, only }: ShortForm, { options }: StepDefinition, node: PlanNode): boolean {
  if (form === 'number') return node.kind === 'number';
  if (form === 'text') return node.kind === 'text' && (only === undefined || only.includes(node.text));
  // A single path needs no list around it.
  if (form === 'list')
    return (
      node.kind === 'list' || (node.kind === 'text' && node.text.startsWith('/') && options[option]?.type === 'paths')
    );
  if (node.kind !== 'map') return false;
  // Both forms are maps: it is the long one when it holds the name of an option.
  return !node.entries.some(({ key }) => Object.hasOwn(options, key));
}

function expectedForms({ short, options }: StepDefinition): string {
  const forms = (short ?? []).map(({ form, option, only }) => {
    if (only !== undefined) return only.join(' or ');
    return form === 'map' ? undefined : `${form === 'list' ? 'a list' : `a ${form}`} for "${option}"`;
  });
  const names = Object.keys(options).join(', ');
  return [...forms.filter((form) => form !== undefined), `a map (${names})`].join(' or ');
}
