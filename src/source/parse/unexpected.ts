/** What is said where the structure between values breaks: what was found, what was expected, what to do. */

/**
 * Places between values: before "[", behind "[", behind ",", where the one object starts, between values one after the
 * other, behind an element, behind everything.
 */
export type Place = 'BEFORE' | 'FIRST' | 'NEXT' | 'ONLY' | 'BETWEEN' | 'BEHIND' | 'AFTER_ARRAY' | 'AFTER_OBJECT';

const REST = 'The rest of the file was not read.';

/** @param found the text at the place, at least its first character; undefined at the end of the file. */
export function foundBetween(place: Place, found: string | undefined): string {
  const what = found === undefined ? 'end of the file' : named(found);
  const text = `unexpected ${what} ${BEHIND[place]}`;
  if (found === undefined) return `${text}; the file was cut off. ${EXPECTED[place]}`;
  return `${text}. ${advice(place, found) ?? EXPECTED[place]} ${REST}`;
}

/** A value has no end. */
export function foundEnd(what: 'element' | 'object' | 'value' | 'text'): string {
  return `the file ends inside the ${what} that starts here: a bracket or a quote is missing, or the file was cut off.`;
}

/** A tokenizer has met what does not fit, somewhere behind the place that is named. */
export function brokenText(detail: string): string {
  const what = detail.replace(/^Parser (cannot parse input: |has )?/, '');
  return `what follows here is not JSON (${what}). ${REST}`;
}

/** What only JSON with comments may have, and what nothing may. */
export const NOT_STRICT: Readonly<Record<'comment' | 'comma' | 'depth', string>> = {
  comment: `comments are not JSON; \`format: jsonc\` in the source allows them. ${REST}`,
  comma: `a comma behind the last element or member is not JSON; \`format: jsonc\` in the source allows it. ${REST}`,
  depth: `brackets stand within more than a million others here. ${REST}`,
};

const BEHIND: Readonly<Record<Place, string>> = {
  BEFORE: 'at the start',
  FIRST: 'after "["',
  NEXT: 'after ","',
  ONLY: 'at the start',
  BETWEEN: 'between two values',
  BEHIND: 'after an element',
  AFTER_ARRAY: 'behind the "]" that ends the array',
  AFTER_OBJECT: 'behind the object',
};

const EXPECTED: Readonly<Record<Place, string>> = {
  BEFORE: 'Expected "[", as the source says that the file holds an array.',
  FIRST: 'Expected an element or "]".',
  NEXT: 'Expected an element.',
  ONLY: 'Expected an object.',
  BETWEEN: 'Expected a value, or the end of the file.',
  BEHIND: 'Expected "," or "]".',
  AFTER_ARRAY: 'Expected the end of the file.',
  AFTER_OBJECT: 'Expected the end of the file.',
};

function advice(place: Place, found: string): string | undefined {
  if (found.startsWith('//') || found.startsWith('/*'))
    return 'Comments are not JSON; `format: jsonc` in the source allows them, and trailing commas.';
  if (place === 'NEXT' && found.startsWith(']'))
    return 'A comma behind the last element is not JSON: remove it, or say `format: jsonc` in the source.';
  if (place === 'BETWEEN' && found.startsWith(','))
    return 'Values with commas between them are no JSON by themselves: put "[" before and "]" behind all of them, or remove the commas.';
  if (/^[[{]/.test(found)) {
    if (place === 'BEHIND') return 'Expected "," or "]": is a comma missing?';
    if (place === 'AFTER_ARRAY')
      return 'Of several values one after the other, an array is no document: take the elements out first (jq -c ".[]").';
    if (place === 'AFTER_OBJECT') return 'Several values one after the other are read with `format: concatenated`.';
  }
  return undefined;
}

/** The first byte of it, as people see it. */
export function named(found: string): string {
  return /^[\x21-\x7e]/.test(found)
    ? JSON.stringify(found[0])
    : `byte 0x${found.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
