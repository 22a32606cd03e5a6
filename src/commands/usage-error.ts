/** What was wrong with the command line? Commander's sentence, with what to do next. */
import type { CommanderError } from 'commander';
import { UNAVAILABLE_OPTIONS, unavailableText } from './unavailable.ts';

/** @param command the one that was called, as far as one was */
export function usageErrorText({ code, message }: CommanderError, command?: string): string {
  // Called without a command: the help has been printed already.
  if (code === 'commander.help') return '';
  const option = code === 'commander.unknownOption' ? /'(--[\w-]+)/.exec(message)?.[1] : undefined;
  if (UNAVAILABLE_OPTIONS.some((known) => known === option)) return `${unavailableText(`The option ${option}`)}\n`;
  const help = command === undefined ? 'remodel --help' : `remodel ${command} --help`;
  return `${message.replace(/^error: /, 'remodel: ')}\nSee "${help}".\n`;
}
