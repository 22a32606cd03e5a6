/** What can be completed? Commands, options and what may stand behind them, read off the program itself. */
import type { Argument, Command, Option } from 'commander';
import { EXPLAINED } from '../explain.ts';

export type Values =
  | { readonly kind: 'plans' | 'files' | 'folders' | 'anything' }
  | { readonly kind: 'words'; readonly words: readonly string[] };

export interface CompletableOption {
  /** As they are typed: `--json`, `-V`. */
  readonly names: readonly string[];
  readonly description: string;
  /** What follows it; absent where nothing does. */
  readonly values?: Values;
  /** Whether it may stand alone although something may follow it. */
  readonly mayStandAlone: boolean;
}

export interface CompletableCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletableOption[];
  /** The one thing that it is about. */
  readonly argument: Values;
}

export interface Completable {
  readonly commands: readonly CompletableCommand[];
  /** Of the program itself. */
  readonly options: readonly CompletableOption[];
}

export function completable(program: Command): Completable {
  const help = program.createHelp();
  const optionsOf = (command: Command): CompletableOption[] => help.visibleOptions(command).map(optionFrom);
  const commands = help.visibleCommands(program).map((command) => ({
    name: command.name(),
    description: command.description(),
    options: optionsOf(command),
    argument: command.name() === 'help' ? namesOf(program) : argumentFrom(command.registeredArguments[0]),
  }));
  return { commands, options: optionsOf(program) };
}

function optionFrom({ short, long, description, required, optional, flags, argChoices }: Option): CompletableOption {
  const names = [short, long].filter((name) => name !== undefined);
  const value = /[<[]([^>\]]+)[>\]]/.exec(flags)?.[1];
  return {
    names,
    description,
    ...((required || optional) && { values: argChoices === undefined ? valuesOf(value ?? '') : words(argChoices) }),
    mayStandAlone: optional,
  };
}

function argumentFrom(argument: Argument | undefined): Values {
  if (argument === undefined) return { kind: 'anything' };
  if (argument.argChoices !== undefined) return words(argument.argChoices);
  return valuesOf(argument.name());
}

/** The help says by its name what a value is: `<plan>`, `<dir>`. */
function valuesOf(name: string): Values {
  if (name === 'plan') return { kind: 'plans' };
  if (name === 'file' || name === 'rejects') return { kind: 'files' };
  if (name === 'dir') return { kind: 'folders' };
  return name === 'code' ? words(EXPLAINED) : { kind: 'anything' };
}

function namesOf(program: Command): Values {
  return words(
    program
      .createHelp()
      .visibleCommands(program)
      .map((command) => command.name()),
  );
}

function words(all: readonly string[]): Values {
  return { kind: 'words', words: all };
}
