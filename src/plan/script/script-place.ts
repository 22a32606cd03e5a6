/** Where in a script was something thrown? Modules of scripts have an address of their own, which stands in stacks. */
import { fileURLToPath } from 'node:url';
import { Fatal } from '../../errors.ts';
import { hasScripts } from './call.ts';
import { ScriptError } from './script-error.ts';

/** What stands behind the path in the address of each module of a script. */
export const MARK = '?remodel-script=';

/** The path and `:line:column` of the first place of a script in a stack, or a syntax error's `:line`. */
export function placeInStack(thrown: unknown): { readonly path: string; readonly place: string } | undefined {
  for (const [, address, place = ''] of stackOf(thrown).matchAll(PLACE)) {
    const path = pathOf(address!);
    if (path !== undefined) return { path, place };
  }
  return undefined;
}

const PLACE = /(file:\/\/[^\s?]{1,4096})\?remodel-script=\d+(:\d+(?::\d+)?)?/g;

function pathOf(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    // Some text that only begins like an address.
    return undefined;
  }
}

/**
 * For what was thrown and caught by nobody: the fatal error of it where it comes from a script. What the script says in
 * it may hold text of a document, and is not repeated.
 */
export function uncaughtInScript(thrown: unknown): Fatal | undefined {
  if (thrown instanceof ScriptError) {
    return new Fatal('fatal', 'A script has imported a module while it ran.', {
      cause: thrown,
      advice: 'Import it at the top instead, so that it belongs to the plan.',
    });
  }
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

/**
 * What stands in it besides its words, which may be those of a document: long, and made to look like places. It can be
 * anything, even something that throws when it is asked.
 */
function stackOf(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error) || typeof thrown.stack !== 'string') return '';
    const { message, stack } = thrown;
    // Behind the name, which may have been another one when the stack was taken.
    const words = stack.indexOf(': ') + 2;
    const isThere = message !== '' && stack.startsWith(message, words);
    const places = isThere ? stack.slice(0, words) + stack.slice(words + message.length) : stack;
    return places.length <= LONGEST ? places : `${places.slice(0, LONGEST / 2)}\n${places.slice(-LONGEST / 2)}`;
  } catch {
    return '';
  }
}

/** More than the places take; what is longer are words that were changed later. */
const LONGEST = 32 * 1024;
