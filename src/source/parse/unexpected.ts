/** What is said where an array's structure breaks: what was found, what was expected, what to do. */

/** Places between elements: behind "[", behind ",", where the one object starts, behind an element, behind everything. */
export type Place = 'FIRST' | 'NEXT' | 'ONLY' | 'BEHIND' | 'AFTER_ARRAY' | 'AFTER_OBJECT';

const REST = 'The rest of the file was not read.';

/** @param found the text at the place, at least its first character; undefined at the end of the file. */
export function foundBetween(place: Place, found: string | undefined): string {
  const what = found === undefined ? 'end of the file' : named(found);
  const text = `unexpected ${what} ${BEHIND[place]}`;
  if (found === undefined) return `${text}; the file was cut off. ${EXPECTED[place]}`;
  return `${text}. ${advice(place, found) ?? EXPECTED[place]} ${REST}`;
}

/** An element or the one object has no end. */
export function foundEnd(what: 'element' | 'object'): string {
  return `the file ends inside the ${what} that starts here: a bracket or a quote is missing, or the file was cut off.`;
}

const BEHIND: Readonly<Record<Place, string>> = {
  FIRST: 'after "["',
  NEXT: 'after ","',
  ONLY: 'at the start',
  BEHIND: 'after an element',
  AFTER_ARRAY: 'behind the "]" that ends the array',
  AFTER_OBJECT: 'behind the object',
};

const EXPECTED: Readonly<Record<Place, string>> = {
  FIRST: 'Expected an element or "]".',
  NEXT: 'Expected an element.',
  ONLY: 'Expected an object.',
  BEHIND: 'Expected "," or "]".',
  AFTER_ARRAY: 'Expected the end of the file.',
  AFTER_OBJECT: 'Expected the end of the file.',
};

function advice(place: Place, found: string): string | undefined {
  if (found.startsWith('//') || found.startsWith('/*'))
    return 'Comments are not JSON, and jsonc is not available in this version: remove them.';
  if (place === 'NEXT' && found.startsWith(']')) return 'A comma behind the last element is not JSON: remove it.';
  if (/^[[{]/.test(found)) {
    if (place === 'BEHIND') return 'Expected "," or "]": is a comma missing?';
    if (place.startsWith('AFTER')) return `${SEVERAL_VALUES}. ${SEVERAL_VALUES_ADVICE}`;
  }
  return undefined;
}

export const SEVERAL_VALUES: string = 'JSON values one after the other are not available in this version';
export const SEVERAL_VALUES_ADVICE: string = 'Put each on a line of its own (jq -c .) or all into one array (jq -s .).';

function named(found: string): string {
  return /^[\x21-\x7e]/.test(found)
    ? JSON.stringify(found[0])
    : `byte 0x${found.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
