// Which parts of the docs are read off the code? Each by its page and the name of the markers it stands between.
import { UNAVAILABLE_COMMANDS, UNAVAILABLE_OPTIONS } from '../src/commands/unavailable.ts';
import { EXIT_SENTENCES, EXIT_STATUS, type ExitName } from '../src/exit-status.ts';
import { CONTAINER_KEYS } from '../src/plan/container-keys.ts';
import { EXAMPLE_KEYS } from '../src/plan/examples.ts';
import type { KeySpecs } from '../src/plan/keys.ts';
import { STEPS_TO_COME } from '../src/plan/not-available.ts';
import { PLAN_KEYS } from '../src/plan/plan-keys.ts';
import { PLAN_RULES, SAMPLE_RULES } from '../src/plan/problem.ts';
import { SOURCE_KEYS } from '../src/plan/sources.ts';
import { CODES } from '../src/report/codes.ts';
import { findStep, stepNames } from '../src/transform/registry.ts';
import { code, names, table } from './markdown.ts';
import { stepCatalogue } from './step-catalogue.ts';

const TABLES: Readonly<Record<string, () => string>> = {
  'plan keys': () => keyTable(PLAN_KEYS),
  'source keys': () => keyTable(SOURCE_KEYS),
  'container keys': () => keyTable(CONTAINER_KEYS),
  'example keys': () => keyTable(EXAMPLE_KEYS),
  steps: () =>
    table(
      ['step', 'what it does'],
      stepNames.map((name) => [`[\`${name}\`](steps.md#${name.toLowerCase()})`, findStep(name)!.summary]),
    ),
  'plan rules': () =>
    table(
      ['rule', 'means'],
      Object.entries(PLAN_RULES).map(([rule, means]) => [code(rule), means]),
    ),
  'sample rules': () =>
    table(
      ['rule', 'means'],
      Object.entries(SAMPLE_RULES).map(([rule, means]) => [code(rule), means]),
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

/** By the name of the page. */
export const PAGES: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'plan-language.md': TABLES,
  'steps.md': { steps: stepCatalogue },
};

/** The page with what stands between `<!-- name -->` and `<!-- /name -->` made anew. */
export function withTables(name: string, page: string): string {
  let text = page;
  for (const [part, render] of Object.entries(PAGES[name]!)) {
    const [open, close] = [`<!-- ${part} -->`, `<!-- /${part} -->`];
    const [start, end] = [text.indexOf(open), text.indexOf(close)];
    if (start < 0 || end < start) throw new Error(`docs/${name} has no place for "${part}"`);
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

function exitRows(): string[][] {
  const rows = Object.entries(EXIT_STATUS).map(([name, status]) => [String(status), EXIT_SENTENCES[name as ExitName]]);
  return [...rows, ['1', 'never on purpose: remodel crashed, which is a bug']];
}

function codeRows(): string[][] {
  return Object.entries(CODES).map(([name, { severity, title, advice }]) => [code(name), severity, title, advice]);
}
