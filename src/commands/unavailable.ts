/** Which commands and options does the plan language know that this version does not have yet? They are refused by name. */

export const UNAVAILABLE_COMMANDS = [
  'init',
  'profile',
  'preflight',
  'doctor',
  'verify',
  'undo',
  'sample',
  'work',
  'export',
] as const;

export const UNAVAILABLE_OPTIONS = ['--follow'] as const;

export function unavailableText(what: string): string {
  return `${what} is not available in this version.`;
}
