/** What has to be typed to go on where this command stopped? The same command again, as a shell reads it. */

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
  return ['remodel', ...again, ...(canGoOn ? [] : [FRESH])].map((arg) => quoted(arg, platform)).join(' ');
}

/** The same without `--max-errors`, under which it would stop again. */
export function withoutMaxErrors(args: readonly string[]): string[] {
  return args.filter((arg, i) => args[i - 1] !== MAX_ERRORS && arg !== MAX_ERRORS && !arg.startsWith(`${MAX_ERRORS}=`));
}

const FRESH = '--fresh';
const MAX_ERRORS = '--max-errors';

function quoted(arg: string, platform: NodeJS.Platform): string {
  if (/^[\w@%+=:,./-]+$/.test(arg)) return arg;
  if (platform === 'win32') return /^[\w@%+=:,./\\-]+$/.test(arg) ? arg : `"${arg.replaceAll('"', '""')}"`;
  return `'${arg.replaceAll("'", String.raw`'\''`)}'`;
}
