// What is JSON, once more: RFC 8259 as a machine that takes one character after the other, slow and plain, to hold the
// tokenizer against. It shares no code with it and no way of working.

export interface ReferenceToken {
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'key';
  /** Its text without white space between tokens. */
  readonly text: string;
  /** Number of tokens behind it that belong to it. */
  readonly inside: number;
}

/** Every value and key of the text in its order; throws the offset of the first character that cannot go on, if any. */
export function referenceTokens(text: string): ReferenceToken[] {
  const tokens: { kind: ReferenceToken['kind']; from: number; to: number; inside: number }[] = [];
  const open: number[] = [];
  let compact = '';
  let at = 0;
  let expects: 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' = 'value';

  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) throw new WrongAt(at);
    at += found.length;
    return found;
  };
  const add = (kind: ReferenceToken['kind'], token: string): void => {
    const from = compact.length;
    compact += token;
    tokens.push({ kind, from, to: compact.length, inside: 0 });
  };
  const close = (bracket: string): void => {
    compact += bracket;
    const place = open.pop()!;
    const token = tokens[place]!;
    token.to = compact.length;
    token.inside = tokens.length - 1 - place;
    expects = ', or end';
  };

  for (;;) {
    take(/[ \t\n\r]*/y);
    if (at === text.length) break;
    const next = text[at]!;
    const inObject = open.length > 0 && tokens[open.at(-1)!]!.kind === 'object';
    if (expects === 'key' || expects === 'key or }') {
      if (next === '}' && expects === 'key or }') {
        take(/\}/y);
        close('}');
      } else {
        add('key', take(STRING));
        expects = ':';
      }
    } else if (expects === ':') {
      compact += take(/:/y);
      expects = 'value';
    } else if (expects === ', or end') {
      if (open.length === 0) throw new WrongAt(at);
      if (next === (inObject ? '}' : ']')) close(take(/./y));
      else {
        compact += take(/,/y);
        expects = inObject ? 'key' : 'value';
      }
    } else if (next === ']' && expects === 'value or ]') {
      close(take(/\]/y));
    } else if (next === '{' || next === '[') {
      open.push(tokens.length);
      add(next === '{' ? 'object' : 'array', take(/./y));
      expects = next === '{' ? 'key or }' : 'value or ]';
    } else {
      const kind = next === '"' ? 'string' : /[-\d]/.test(next) ? 'number' : next === 'n' ? 'null' : 'boolean';
      add(kind, take(kind === 'string' ? STRING : kind === 'number' ? NUMBER : /true|false|null/y));
      expects = ', or end';
    }
  }
  if (expects !== ', or end' || open.length > 0) throw new WrongAt(at);
  return tokens.map(({ kind, from, to, inside }) => ({ kind, text: compact.slice(from, to), inside }));
}

/** Where the token starts that cannot stand there. */
export class WrongAt extends Error {
  readonly at: number;
  constructor(at: number) {
    super(`no JSON at ${at}`);
    this.at = at;
  }
}

// oxlint-disable-next-line no-control-regex -- they are what a string may not hold
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
