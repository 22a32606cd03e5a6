/** How is a command written so that a shell reads it as it is meant? */
export function shellText(args: readonly string[], platform: NodeJS.Platform = process.platform): string {
  return args.map((arg) => quoted(arg, platform)).join(' ');
}

function quoted(arg: string, platform: NodeJS.Platform): string {
  if (/^[\w@%+=:,./-]+$/.test(arg)) return arg;
  if (platform === 'win32') return /^[\w@%+=:,./\\-]+$/.test(arg) ? arg : `"${arg.replaceAll('"', '""')}"`;
  return `'${arg.replaceAll("'", String.raw`'\''`)}'`;
}
