/** What is said of a record that is larger than a document may be, and what to do about it? */
export function tooLarge(what: 'line' | 'element' | 'object' | 'value', maxDocument: number): string {
  return (
    `this ${what} is larger than ${maxDocument.toLocaleString('en-US')} bytes, the most that a document may have (maxDocument); ` +
    'it was passed over. Raise maxDocument in the source, or, if its documents are the elements of an array inside, take them out with `select`, as in select: /items.'
  );
}
