/** Where in a script was something thrown? Modules of scripts have an address of their own, which stands in stacks. */
import { fileURLToPath } from 'node:url';
import { Fatal } from '../../errors.ts';
import { hasScripts } from './call.ts';

/** What stands behind the path in the address of each module of a script. */
export const MARK = '?remodel-script=';

/** The path and `:line:column` of the first place of a script in a stack, or a syntax error's `:line`. */
export function placeInStack(thrown: unknown): { readonly path: string; readonly place: string } | undefined {
  const found = /(file:\/\/[^\s?]+)\?remodel-script=\d+(:\d+(?::\d+)?)?/.exec(stackOf(thrown));
  return found === null ? undefined : { path: fileURLToPath(found[1]!), place: found[2] ?? '' };
}

/**
 * For what was thrown and caught by nobody: the fatal error of it where it comes from a script. What the script says in
 * it may hold text of a document, and is not repeated.
 */
export function uncaughtInScript(thrown: unknown): Fatal | undefined {
  const found = placeInStack(thrown);
  // Nothing of ours throws what is no error.
  if (found === undefined && (thrown instanceof Error || !hasScripts())) return undefined;
  const place = found === undefined ? 'A script' : `${found.path}${found.place}: a script`;
  const name = thrown instanceof Error ? ` (${thrown.name})` : '';
  return new Fatal('fatal', `${place} failed where nobody could catch it${name}.`, {
    cause: thrown,
    advice: 'A script may leave nothing behind that goes on: no promise, no timer. Mend it, and run again.',
  });
}

/** It can be anything, even something that throws when it is asked. */
function stackOf(thrown: unknown): string {
  try {
    return thrown instanceof Error && typeof thrown.stack === 'string' ? thrown.stack : '';
  } catch {
    return '';
  }
}
