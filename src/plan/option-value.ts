/** What does one option of a step mean? The plan's text becomes what the step's code gets: paths, templates, values. */
import { constantOf } from '../document/literal.ts';
import type { FileUse } from '../transform/files.ts';
import type { OptionSpec, PlanValue } from '../transform/step.ts';
import { readAggregate } from './aggregate-value.ts';
import { readCounted } from './counted-value.ts';
import { expectBoolean, expectChoice, expectEntityName, expectInteger, wrong } from './expect.ts';
import { readExpression } from './expression-node.ts';
import { notAvailable } from './keys.ts';
import type { PlanNode } from './node.ts';
import { entryOf, jsonOf, quoted } from './node.ts';
import { readEntity } from './entities.ts';
import { readPath, readPaths, readProperty, readTemplate } from './path-value.ts';
import { readNamed, readPicked } from './picked-value.ts';
import { readSideInput } from './side-input.ts';
import { readTaken } from './taken-value.ts';
import type { Problems } from './problem.ts';
import type { StepPlace } from './step-place.ts';

/** The value as the step's code wants it; `undefined` when there was a problem. */
export function readOptionValue(spec: OptionSpec, node: PlanNode, what: string, place: StepPlace): unknown {
  const { problems } = place;
  switch (spec.type) {
    case 'path':
      return readPath(node, what, spec, problems);
    case 'paths':
      return readPaths(node, what, spec.root === true, problems);
    case 'template':
      return readTemplate(node, what, spec.scopes ?? [], problems);
    case 'entity':
      return expectEntityName(node, what, problems);
    case 'property':
      return readProperty(node, what, problems);
    case 'properties':
      return readProperties(node, what, problems);
    case 'text':
      return node.kind === 'text' ? node.text : wrong(node, what, 'a text', problems);
    case 'file':
      return readFile(spec.use, node, what, place);
    case 'boolean':
      return expectBoolean(node, what, problems);
    case 'integer':
      return expectInteger(
        node,
        what,
        { minimum: spec.minimum, maximum: spec.maximum ?? Number.MAX_SAFE_INTEGER },
        problems,
      );
    case 'choice':
      if (node.kind === 'text' && spec.toCome?.includes(node.text) === true) {
        notAvailable(node.offset, `${quoted(node.text)} for ${what}`, problems);
        return undefined;
      }
      // In YAML, null is no text.
      if (node.kind === 'null' && spec.choices.includes('null')) return 'null';
      return expectChoice(node, what, spec.choices, problems);
    case 'named':
      return readNamed(node, what, problems);
    case 'picked':
      return readPicked(node, what, problems);
    case 'sideInput':
      return readSideInput(node, what, place);
    case 'taken':
      return readTaken(node, what, problems);
    case 'condition':
      return readExpression(node, what, 'condition', problems);
    case 'reference':
      if (node.kind === 'map') return readMap(REFERENCES, node, what, place);
      if (node.kind === 'text') return readPath(node, what, { many: false }, problems);
      return wrong(node, what, 'a path, or a map of properties and paths', problems);
    case 'value':
      return readValue(node, what, problems);
    case 'map':
      return readMap(spec, node, what, place);
    case 'object':
      break;
  }
  // The reader of options calls itself for maps of options.
  return wrong(node, what, 'a map', problems);
}

/** What has been read of it; something in its place as long as that is still to be done. */
function readFile(use: FileUse, node: PlanNode, what: string, { files, problems }: StepPlace): unknown {
  if (node.kind !== 'text' || node.text === '') return wrong(node, what, 'the path of a file', problems);
  const reading = files.readingOf(use, node.text, node.written);
  if (reading === undefined) return { use };
  for (const { rule, message } of reading.warnings) problems.warning(node.offset, rule, message);
  if (reading.content !== undefined) return reading.content;
  problems.error(node.offset, reading.problem.rule, reading.problem.message);
  return undefined;
}

function readProperties(node: PlanNode, what: string, problems: Problems): readonly string[] | undefined {
  const items = node.kind === 'text' ? [node] : node.kind === 'list' ? node.items : undefined;
  if (items === undefined) return wrong(node, what, "a list of properties' names", problems);
  if (items.length === 0)
    problems.warning(node.offset, 'without-effect', `${what} is an empty list, so that nothing happens.`);
  const names = items.map((item) => readProperty(item, what, problems));
  return names.every((name) => name !== undefined) ? names : undefined;
}

function readValue(node: PlanNode, what: string, problems: Problems): PlanValue | undefined {
  const expr = node.kind === 'map' && node.entries.length === 1 ? entryOf(node, 'expr') : undefined;
  if (expr !== undefined) {
    const expression = readExpression(expr.value, `"expr" of ${what}`, 'value', problems);
    return expression && { expression };
  }
  if (node.kind === 'text' && /[{}]/.test(node.text)) {
    const template = readTemplate(node, what, [], problems);
    return template && { template };
  }
  if (node.kind === 'map' && node.entries.some(({ key, value }) => key.startsWith('/') && value.kind === 'null')) {
    return wrong(node, what, 'a value or a text with {/path} parts', problems);
  }
  // Digits stay as the plan has them.
  return { constant: { ...constantOf(null), json: jsonOf(node, 'filled') } };
}

type MapSpec = Extract<OptionSpec, { type: 'map' }>;

function readMap(spec: MapSpec, node: PlanNode, what: string, place: StepPlace): readonly unknown[] | undefined {
  const { problems } = place;
  if (node.kind !== 'map') return wrong(node, what, 'a map', problems);
  if (node.entries.length === 0)
    problems.warning(node.offset, 'without-effect', `${what} is an empty map, so that nothing happens.`);
  const entries = node.entries.map(({ key, keyOffset, value }) => {
    const keyNode = { kind: 'text', offset: keyOffset, size: 1, text: key, written: key } as const;
    return {
      key: readMapKey(spec.keys, keyNode, what, place),
      value: readMapValue(spec, value, `${quoted(key)} of ${what}`, place),
    };
  });
  return entries.every(({ key, value }) => key !== undefined && value !== undefined) ? entries : undefined;
}

function readMapValue(spec: MapSpec, node: PlanNode, what: string, place: StepPlace): unknown {
  if (spec.values === 'counted') return readCounted(node, what, spec.choices, place.problems);
  if (spec.values === 'choice') return expectChoice(node, what, spec.choices, place.problems);
  if (spec.values === 'aggregate') return readAggregate(node, what, place.problems);
  // The reader of options calls itself for maps of options.
  if (spec.values === 'object') return undefined;
  return readOptionValue(MAP_VALUES[spec.values], node, what, place);
}

const REFERENCES: MapSpec = { type: 'map', keys: 'property', values: 'path', description: '' };

const MAP_VALUES = {
  path: { type: 'path', description: '' },
  template: { type: 'template', description: '' },
  value: { type: 'value', description: '' },
  text: { type: 'text', description: '' },
} as const satisfies Record<string, OptionSpec>;

function readMapKey(keys: 'property' | 'path' | 'entity', node: PlanNode, what: string, place: StepPlace): unknown {
  if (keys === 'path') return readPath(node, what, {}, place.problems);
  if (keys === 'property') return readProperty(node, what, place.problems);
  return readEntity(node, what, place);
}
