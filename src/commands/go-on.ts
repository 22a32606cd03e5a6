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

const FRESH = '--fresh';

function quoted(arg: string, platform: NodeJS.Platform): string {
  if (/^[\w@%+=:,./-]+$/.test(arg)) return arg;
  if (platform === 'win32') return /^[\w@%+=:,./\\-]+$/.test(arg) ? arg : `"${arg.replaceAll('"', '""')}"`;
  return `'${arg.replaceAll("'", String.raw`'\''`)}'`;
}
