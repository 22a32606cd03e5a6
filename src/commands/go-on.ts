/** What has to be typed to go on where this command stopped? The same command again, as a shell reads it. */
import { shellText } from '../run/shell-text.ts';

/**
 * @param args what the command was called with, its name first
 * @param canGoOn whether it goes on; otherwise it has to begin anew
 */
export function goOnCommand(
  args: readonly string[],
  canGoOn: boolean,
  platform: NodeJS.Platform = process.platform,
): string {
  const again = args.filter((arg) => arg !== FRESH);
  return shellText(['remodel', ...again, ...(canGoOn ? [] : [FRESH])], platform);
}

/** The same without `--max-errors`, under which it would stop again. */
export function withoutMaxErrors(args: readonly string[]): string[] {
  return args.filter((arg, i) => args[i - 1] !== MAX_ERRORS && arg !== MAX_ERRORS && !arg.startsWith(`${MAX_ERRORS}=`));
}

const FRESH = '--fresh';
const MAX_ERRORS = '--max-errors';
