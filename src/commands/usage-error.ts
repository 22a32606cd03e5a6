/** What was wrong with the command line? Commander's sentence, with what to do next. */
import type { CommanderError } from 'commander';
import { UNAVAILABLE_OPTIONS, unavailableText } from './unavailable.ts';

export function usageErrorText({ code, message }: CommanderError): string {
  // Called without a command: the help has been printed already.
  if (code === 'commander.help') return '';
  const option = code === 'commander.unknownOption' ? /'(--[\w-]+)/.exec(message)?.[1] : undefined;
  if (UNAVAILABLE_OPTIONS.some((known) => known === option)) return `${unavailableText(`The option ${option}`)}\n`;
  return `${message.replace(/^error: /, 'remodel: ')}\nSee "remodel --help".\n`;
}
