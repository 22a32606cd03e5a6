/** Why can a document not go on? A rejection is a value that travels to the rejects file; only a broken run throws. */

export interface Rejection {
  /** A stable code, for scripts: see the codes in docs/plan-language.md. */
  readonly code: string;
  /** What was found, where, what was expected and what to do next. */
  readonly message: string;
  /** What the report says instead of the message, where that may hold text of the document. */
  readonly finding?: string;
  /** The path that it is about. */
  readonly path?: string;
  /** Which document came first, where two want the same. */
  readonly conflictsWith?: { readonly id: string };
}

export function reject(code: string, message: string, path?: string): Rejection {
  return path === undefined ? { code, message } : { code, message, path };
}
