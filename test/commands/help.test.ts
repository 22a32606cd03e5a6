// Does each command say by examples how it is called, and are they right?
import { describe, expect, it } from 'vitest';
import { AVAILABLE_COMMANDS, buildProgram } from '../../src/commands/program.ts';

const program = buildProgram({ stop: () => {}, end: () => {} });
const commandNamed = new Map(program.commands.map((command) => [command.name(), command]));

/** As it is printed, into no terminal or one of so many columns. */
function helpOf(name: string | undefined, columns?: number): string {
  const command = name === undefined ? program : commandNamed.get(name)!;
  let text = '';
  command.configureOutput({
    writeOut: (piece) => void (text += piece),
    getOutHelpWidth: () => columns ?? 80,
  });
  command.outputHelp();
  return text;
}

/** The words behind `remodel` of every example, without what is the shell's. */
function examplesIn(help: string): string[][] {
  const lines = [...help.matchAll(/^ {2}\$ .*?\bremodel (.*)$/gm)].map(([, words]) => words!);
  return lines.map((line) => line.replace(/\s*(?:[<>|].*|\)"?)$/, '').split(' '));
}

describe.each(AVAILABLE_COMMANDS)('the help of %s', (name) => {
  it('shows examples of it', () => {
    const examples = examplesIn(helpOf(name));
    expect(examples.length).toBeGreaterThan(0);
    for (const [called] of examples) expect(called).toBe(name);
  });

  it.each([80, 100, 120])('fits a terminal of %i columns, but for commands to copy', (columns) => {
    const lines = helpOf(name, columns).split('\n');
    expect(lines.filter((line) => line.length > columns && !line.startsWith('  $ '))).toEqual([]);
  });

  it('says what each option does', () => {
    for (const { long, description } of commandNamed.get(name)!.options)
      expect([long, description.length > 10]).toEqual([long, true]);
  });
});

it.each(
  examplesIn([undefined, ...AVAILABLE_COMMANDS].map(helpOf).join('\n')).map(
    (words) => [words.join(' '), words] as const,
  ),
)('the program takes "remodel %s"', (_text, [name, ...rest]) => {
  const command = commandNamed.get(name!)!;
  const { operands, unknown } = command.parseOptions(rest);
  expect(unknown).toEqual([]);
  const needed = command.registeredArguments.filter(({ required }) => required).length;
  expect(operands.length).toBeGreaterThanOrEqual(needed);
  expect(operands.length).toBeLessThanOrEqual(command.registeredArguments.length);
});
