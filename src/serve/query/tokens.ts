/** Of which words and signs does a query consist? Told apart with their places, so that parts can be quoted as written. */
import { QueryError } from './query-error.ts';

export type TokenKind = 'word' | 'text' | 'number' | 'parameter' | 'sign' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** As written; of a text its value. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const PATTERN =
  /\s+|--[^\n]*|([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)|((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(@[\w\u0080-\uffff]+)|('(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*")|(!=|<>|<=|>=|\|\||\?\?|[=<>+\-*/%()[\]{},.:?])/y;

export function tokensOf(query: string): readonly Token[] {
  const tokens: Token[] = [];
  PATTERN.lastIndex = 0;
  while (PATTERN.lastIndex < query.length) {
    const start = PATTERN.lastIndex;
    const match = PATTERN.exec(query);
    if (match === null)
      throw new QueryError(`Syntax error, incorrect syntax near '${query.slice(start, start + 20)}'.`);
    const [, word, number, parameter, text, sign] = match;
    const end = PATTERN.lastIndex;
    if (word !== undefined) tokens.push({ kind: 'word', text: word, start, end });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, start, end });
    else if (parameter !== undefined) tokens.push({ kind: 'parameter', text: parameter, start, end });
    else if (text !== undefined) tokens.push({ kind: 'text', text: unescaped(text), start, end });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, start, end });
  }
  tokens.push({ kind: 'end', text: 'the end of the query', start: query.length, end: query.length });
  return tokens;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescaped(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replaceAll(/\\(?:u([0-9A-Fa-f]{4})|([^]))/g, (_, code: string | undefined, sign: string) =>
      code === undefined ? (ESCAPES[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
    );
}
