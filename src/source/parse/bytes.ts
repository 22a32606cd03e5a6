/** What does a byte mean between the tokens of JSON? */

/** White space of JSON. */
export function isBlank(byte: number): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}

/** A comma, a colon, a bracket that closes or a comment's slash: nothing that begins a value. */
export function isMark(byte: number): boolean {
  return byte === 44 || byte === 58 || byte === 93 || byte === 125 || byte === 47;
}

/** White space, a mark, or what begins the next value. */
export function endsScalar(byte: number): boolean {
  return byte <= 32 || isMark(byte) || byte === 34 || byte === 91 || byte === 123;
}

/** What begins with this byte, in words. */
export function kindBeginning(byte: number): string {
  if (byte === 123) return 'an object';
  if (byte === 91) return 'an array';
  if (byte === 34) return 'text';
  if (byte === 116 || byte === 102) return 'a boolean';
  if (byte === 110) return 'null';
  return byte === 45 || (byte >= 48 && byte <= 57) ? 'a number' : 'no JSON';
}
