/** Where in a query are we? Its words are taken one after the other; what does not fit is said with its place. */
import { QueryError } from './query-error.ts';
import { type Token, tokensOf } from './tokens.ts';

export class TokenReader {
  readonly query: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(query: string) {
    this.query = query;
    this.#tokens = tokensOf(query);
  }

  get next(): Token {
    return this.#tokens[this.#at]!;
  }

  /** Where the last one taken ends. */
  get end(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0;
  }

  take(): Token {
    return this.#tokens[this.#at++]!;
  }

  is(text: string, ahead: number = 0): boolean {
    const token = this.#tokens[this.#at + ahead];
    if (token === undefined || (token.kind !== 'word' && token.kind !== 'sign')) return false;
    return token.text.toUpperCase() === text;
  }

  /** Takes it if it is there. */
  takes(text: string): boolean {
    if (!this.is(text)) return false;
    this.#at++;
    return true;
  }

  expect(text: string): void {
    if (!this.takes(text)) throw this.error(text);
  }

  expectWord(what: string): string {
    if (this.next.kind !== 'word') throw this.error(what);
    return this.take().text;
  }

  error(expected: string): QueryError {
    const { text, start } = this.next;
    return new QueryError(`Syntax error, incorrect syntax near '${text}' at ${start}; expected is ${expected}.`);
  }
}
