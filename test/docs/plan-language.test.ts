// Do the docs say what the code does?
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { PAGES, withTables } from '../../.ci/generated-docs.ts';
import { AVAILABLE_COMMANDS, buildProgram } from '../../src/commands/program.ts';
import { FILTER_NAMES } from '../../src/document/filters.ts';
import { UNAVAILABLE_COMMANDS } from '../../src/commands/unavailable.ts';
import { SOURCE_FORMATS } from '../../src/plan/plan.ts';
import { readPlanText } from '../../src/plan/read.ts';

const docs = resolve(import.meta.dirname, '../../docs');
const PAGE = 'plan-language.md';
const page = readFileSync(join(docs, PAGE), 'utf8');

it.each(Object.keys(PAGES))('%s is as the code has it; `npm run docs` writes it anew', (name) => {
  const text = readFileSync(join(docs, name), 'utf8');
  // Blank lines are the formatter's.
  expect(text.split(/\n+/)).toEqual(withTables(name, text).split(/\n+/));
});

it.each(Object.keys(PAGES[PAGE]!))('has something to say in "%s"', (name) => {
  expect(PAGES[PAGE]![name]!().split('\n').length).toBeGreaterThan(3);
});

it('notices a table that says something else', () => {
  const changed = page.replace('| `9', '| `8').replace('| 9 ', '| 8 ');
  expect(changed).not.toBe(page);
  expect(withTables(PAGE, changed)).toBe(page);
});

it('names each command and option that there is', () => {
  const program = buildProgram({ stop: () => {}, end: () => {} });
  const hidden = new Set<string>(UNAVAILABLE_COMMANDS);
  const commands = program.commands.filter((command) => !hidden.has(command.name()));
  expect(commands.map((command) => command.name())).toEqual([...AVAILABLE_COMMANDS]);
  for (const command of commands) {
    const [argument] = command.registeredArguments;
    const [open, close] = argument?.required === true ? '<>' : '[]';
    const behind = argument === undefined ? '' : ` ${open}${argument.name()}${close}`;
    expect(page).toContain(`\`${command.name()}${behind}\``);
    for (const { long } of command.options) expect(page).toContain(long!);
  }
});

it.each(FILTER_NAMES)('explains the filter %s', (name) => {
  expect(page).toMatch(new RegExp(`^\\| .*\`${name}[ \`].* \\|$`, 'm'));
});

it.each(SOURCE_FORMATS)('explains the format %s', (name) => {
  expect(page).toMatch(new RegExp(`^\\| \`${name}\` .* \\|$`, 'm'));
});

it('shows plans that are right', async () => {
  const plans = [...page.matchAll(/```yaml\n([^]+?)```/g)].map(([, text]) => text!);
  expect(plans.length).toBeGreaterThan(1);
  for (const text of plans) {
    const { problems } = await readPlanText('plan.yaml', text, { env: {}, lenientTarget: false });
    expect(problems).toEqual([]);
  }
});
