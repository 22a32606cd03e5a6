// Do the tables of the plan language say what the code does?
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { TABLES, withTables } from '../../.ci/plan-language-tables.ts';
import { AVAILABLE_COMMANDS, buildProgram } from '../../src/commands/program.ts';
import { FILTER_NAMES } from '../../src/document/filters.ts';
import { UNAVAILABLE_COMMANDS } from '../../src/commands/unavailable.ts';
import { readPlanText } from '../../src/plan/read.ts';
import { stepNames } from '../../src/transform/registry.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/plan-language.md'), 'utf8');

it('has its tables as the code has them; `npm run docs` writes them anew', () => {
  expect(page).toBe(withTables(page));
});

it.each(Object.keys(TABLES))('has something to say in "%s"', (name) => {
  expect(TABLES[name]!().split('\n').length).toBeGreaterThan(3);
});

it('notices a table that says something else', () => {
  const changed = page.replace('| `9', '| `8').replace('| 9 ', '| 8 ');
  expect(changed).not.toBe(page);
  expect(withTables(changed)).toBe(page);
});

it('names each command and option that there is', () => {
  const program = buildProgram({ stop: () => {}, end: () => {} });
  const hidden = new Set<string>(UNAVAILABLE_COMMANDS);
  const commands = program.commands.filter((command) => !hidden.has(command.name()));
  expect(commands.map((command) => command.name())).toEqual([...AVAILABLE_COMMANDS]);
  for (const command of commands) {
    const [argument] = command.registeredArguments;
    expect(page).toContain(`\`${command.name()} <${argument!.name()}>\``);
    for (const { long } of command.options) expect(page).toContain(long!);
  }
});

it.each(FILTER_NAMES)('explains the filter %s', (name) => {
  expect(page).toMatch(new RegExp(`^\\| .*\`${name}[ \`].* \\|$`, 'm'));
});

it('shows plans that are right, and in them every step', async () => {
  const plans = [...page.matchAll(/```yaml\n([^]+?)```/g)].map(([, text]) => text!);
  expect(plans.length).toBeGreaterThan(1);
  for (const text of plans) {
    const { problems } = await readPlanText('plan.yaml', text, { env: {}, lenientTarget: false });
    expect(problems).toEqual([]);
  }
  for (const name of stepNames) expect(plans.join('\n')).toMatch(new RegExp(`^ *- ${name}:`, 'm'));
});
