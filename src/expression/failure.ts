/**
 * Why can an expression not be worked out, or not even be read? Thrown inside this folder only: `expression.ts` makes a
 * rejection of a failure, and the reader of the plan a problem of an error.
 */

/** The expression fails on one document. */
export class Failure extends Error {
  /** Whether `||` and `&&` let it pass when their other side decides; not when there is too much to do. */
  readonly final: boolean;

  constructor(message: string, final: boolean = false) {
    super(message);
    this.final = final;
  }
}

/** The text is no expression, or one that fails on every document. */
export class ExpressionError extends Error {
  /** Where in the expression, in UTF-16 units. */
  readonly at: number;
  /** What stands there, and what could. */
  readonly word: string | undefined;
  readonly choices: readonly string[];
  /** What to do when none of the choices is meant. */
  readonly advice: string | undefined;

  constructor(
    message: string,
    at: number,
    meant: { readonly word?: string; readonly choices?: readonly string[]; readonly advice?: string } = {},
  ) {
    super(message);
    this.at = at;
    this.word = meant.word;
    this.choices = meant.choices ?? [];
    this.advice = meant.advice;
  }
}
