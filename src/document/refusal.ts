/** Why is this no JSON? What was found, what was expected, and the offset of the first byte that does not fit. */

/**
 * What `tokenize` answers instead of a value: the text has white space between tokens (`refusal` then says where and
 * what was expected there), or is no JSON.
 */
export const SPACED = -2;
export const INVALID = -3;

/** Where and why the last text was refused: the offset of the first byte that does not fit. */
export const refusal: { at: number; problem: string } = { at: 0, problem: '' };

export function invalidString(bytes: Uint8Array, position: number, end: number): number {
  if (position >= end) return invalid(end, 'the text ends inside a string');
  return invalid(position, `a control character (0x${hex(bytes[position]!)}) stands unescaped in a string`);
}

export function digitMissing(bytes: Uint8Array, position: number, end: number): number {
  if (position >= end) return invalid(end, 'the text ends inside a number');
  return refuse(bytes, position, end, 'a digit of a number');
}

/** White space is for the slow pass; anything else is refused, with what was found and what was expected. */
export function unexpected(bytes: Uint8Array, position: number, end: number, expected: string): number {
  if (position >= end) return invalid(end, `the text ends where ${expected} was expected`);
  const byte = bytes[position]!;
  if (byte !== 32 && byte !== 9 && byte !== 10 && byte !== 13) return refuse(bytes, position, end, expected);
  refusal.at = position;
  refusal.problem = expected;
  return SPACED;
}

/** Refuses the token at a position. */
export function refuse(bytes: Uint8Array, position: number, end: number, expected: string): typeof INVALID {
  return invalid(position, `found ${foundAt(bytes, position, end)} where ${expected} was expected`);
}

/** The token at a position as people would name it. */
function foundAt(bytes: Uint8Array, position: number, end: number): string {
  const text = new TextDecoder('latin1').decode(bytes.subarray(position, Math.min(end, position + 24)));
  const word = /^[A-Za-z_$][\w$]*/.exec(text)?.[0];
  if (word !== undefined) return `${word} (not JSON; JavaScript or mongo shell syntax?)`;
  if (/^\/[/*]/.test(text)) return 'a comment (not JSON)';
  if (text[0] === "'") return 'a single quote (not JSON; JavaScript or Python syntax?)';
  if (text[0] === ' ') return 'white space';
  return /^[\x21-\x7e]/.test(text) ? JSON.stringify(text[0]) : `byte 0x${hex(bytes[position]!)}`;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

export function invalid(at: number, problem: string): typeof INVALID {
  refusal.at = at;
  refusal.problem = problem;
  return INVALID;
}
