/** What is there to say about a code? */

/** `error`: something was rejected. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface CodeInfo {
  readonly severity: Severity;
  /** A few words, for headings. */
  readonly title: string;
  /** What to do about it, in one or two sentences. */
  readonly advice: string;
  /** What it means and why it is so. */
  readonly explanation: string;
  /** What the service would answer to such a document, where it is the service that refuses. */
  readonly status?: number;
}
