// Which tables of docs/plan-language.md are read off the code? Each by the name of the markers it stands between.
import { UNAVAILABLE_COMMANDS, UNAVAILABLE_OPTIONS } from '../src/commands/unavailable.ts';
import { EXIT_SENTENCES, EXIT_STATUS, type ExitName } from '../src/exit-status.ts';
import { CONTAINER_KEYS } from '../src/plan/container-keys.ts';
import type { KeySpecs } from '../src/plan/keys.ts';
import { STEPS_TO_COME } from '../src/plan/not-available.ts';
import { PLAN_KEYS } from '../src/plan/plan-keys.ts';
import { PLAN_RULES } from '../src/plan/problem.ts';
import { SOURCE_KEYS } from '../src/plan/sources.ts';
import { CODES } from '../src/report/codes.ts';
import { findStep, stepNames } from '../src/transform/registry.ts';
import type { OptionSpec, OptionSpecs, StepDefinition } from '../src/transform/step.ts';

export const TABLES: Readonly<Record<string, () => string>> = {
  'plan keys': () => keyTable(PLAN_KEYS),
  'source keys': () => keyTable(SOURCE_KEYS),
  'container keys': () => keyTable(CONTAINER_KEYS),
  steps: () => stepNames.map((name) => stepSection(findStep(name)!)).join('\n\n'),
  'plan rules': () =>
    table(
      ['rule', 'means'],
      Object.entries(PLAN_RULES).map(([rule, means]) => [code(rule), means]),
    ),
  'exit status': () => table(['status', 'means'], exitRows()),
  codes: () => table(['code', 'severity', 'means', 'what to do'], codeRows()),
  'not available': () =>
    table(
      ['part', 'not available in this version'],
      [
        ['steps', names(STEPS_TO_COME)],
        ['commands', names(UNAVAILABLE_COMMANDS)],
        ['options of commands', names(UNAVAILABLE_OPTIONS)],
        ['keys of the plan', names(unavailableKeys(PLAN_KEYS))],
        ['keys of a source', names(unavailableKeys(SOURCE_KEYS))],
      ],
    ),
};

/** The page with what stands between `<!-- name -->` and `<!-- /name -->` made anew. */
export function withTables(page: string): string {
  let text = page;
  for (const [name, render] of Object.entries(TABLES)) {
    const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const [start, end] = [text.indexOf(open), text.indexOf(close)];
    if (start < 0 || end < start) throw new Error(`docs/plan-language.md has no place for "${name}"`);
    text = `${text.slice(0, start + open.length)}\n\n${render()}\n\n${text.slice(end)}`;
  }
  return text;
}

function keyTable(specs: KeySpecs): string {
  const available = Object.entries(specs).filter(([, spec]) => spec.available !== false);
  const rows = available.map(([key, { description, required }]) => [
    code(key),
    required === true ? 'yes' : '',
    description,
  ]);
  return table(['key', 'needed', 'meaning'], rows);
}

function unavailableKeys(specs: KeySpecs): string[] {
  return Object.keys(specs).filter((key) => specs[key]!.available === false);
}

function stepSection({ name, summary, options, short = [], defaultFor, overwrites }: StepDefinition): string {
  const notes = [
    ...short.map(({ form, option, only }) => `Short: ${shortText(name, form, only)} sets ${code(option)}.`),
    ...(defaultFor === '*' ? ['Works on every entity unless `for:` says otherwise.'] : []),
    ...(overwrites === true ? ['Knows `overwrite: true`.'] : []),
  ];
  const rows = optionRows(options, '');
  return [
    `### ${name}`,
    [summary, ...notes].join(' '),
    ...(rows.length > 0 ? [table(['option', 'default', 'meaning'], rows)] : []),
  ].join('\n\n');
}

function shortText(name: string, form: 'text' | 'list' | 'map', only: readonly string[] | undefined): string {
  if (only !== undefined) return only.map((text) => code(`${name}: ${text}`)).join(', ');
  return code({ text: `${name}: …`, list: `${name}: […, …]`, map: `${name}: { …: … }` }[form]);
}

function optionRows(options: OptionSpecs, prefix: string): string[][] {
  return Object.entries(options).flatMap(([name, option]) => [
    [code(`${prefix}${name}`), option.required === true ? 'needed' : defaultText(option), meaningOf(option)],
    ...(option.type === 'object' ? optionRows(option.options, `${prefix}${name}.`) : []),
  ]);
}

function defaultText(option: OptionSpec): string {
  return option.default === undefined ? '' : code(String(option.default));
}

function meaningOf(option: OptionSpec): string {
  return option.type === 'choice'
    ? `${option.description} One of ${option.choices.map(code).join(', ')}.`
    : option.description;
}

function exitRows(): string[][] {
  const rows = Object.entries(EXIT_STATUS).map(([name, status]) => [String(status), EXIT_SENTENCES[name as ExitName]]);
  return [...rows, ['1', 'never on purpose: remodel crashed, which is a bug']];
}

function codeRows(): string[][] {
  return Object.entries(CODES).map(([name, { severity, title, advice }]) => [code(name), severity, title, advice]);
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [heads, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', String.raw`\|`)));
  const widths = heads.map((_, i) => Math.max(3, ...cells.map((row) => row[i]!.length)));
  const line = (row: readonly string[]): string => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(cells[0]!), rule, ...cells.slice(1).map(line)].join('\n');
}

function names(all: readonly string[]): string {
  return all.map(code).join(', ');
}

function code(text: string): string {
  return `\`${text}\``;
}
