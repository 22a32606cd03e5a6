/** What is a JavaScript value that JSON cannot hold? Named for people. */

export function foundIn(value: unknown): string {
  if (typeof value === 'object' && value !== null) return foundObject(value);
  if (typeof value === 'symbol' || typeof value === 'function') return `a ${typeof value}`;
  // No text: that may be the document's.
  return typeof value === 'string' ? 'a text' : String(value);
}

function foundObject(value: object): string {
  if (value instanceof Promise) return 'a promise';
  if (Object.getOwnPropertySymbols(value).length > 0) return 'an object with a symbol as key';
  const made: unknown = value.constructor;
  const name = typeof made === 'function' ? made.name : '';
  return name === '' || name === 'Object' ? 'an object with a prototype' : `an instance of ${name}`;
}
