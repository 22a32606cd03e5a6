/** What does a template consist of? Takes its text apart into plain text and `{path|filter}` parts. */
import { type Filter, FILTER_ARGUMENTS, FILTER_NAMES, type FilterName, filterOf, TIME_FILTERS } from './filters.ts';
import { parsePath, type Path, PathError } from './path.ts';

/** What is wrong with the text of a template; a word that is not known, and those that are, help to suggest. */
export class TemplateError extends Error {
  readonly word: string | undefined;
  readonly choices: readonly string[];

  constructor(message: string, word?: string, choices: readonly string[] = []) {
    super(message);
    this.word = word;
    this.choices = choices;
  }
}

export type Part = TextPart | CountPart | PathPart;

export interface TextPart {
  readonly kind: 'text';
  readonly text: string;
}

/** `{#}`, `{shard}`: a number that the step knows. */
export interface CountPart {
  readonly kind: 'count';
  readonly name: '#' | 'shard';
  readonly filters: readonly Filter[];
}

export interface PathPart {
  readonly kind: 'path';
  readonly scope: 'root' | 'parent' | '^';
  readonly path: Path;
  /** `/a`, `parent/a`, `^/a`: how people name the place. */
  readonly label: string;
  /** `{/a?}`: put nothing where it is missing. */
  readonly optional: boolean;
  /** Take the first of several values. */
  readonly first: boolean;
  readonly filters: readonly Filter[];
}

/** @throws TemplateError saying what is wrong with the text. */
export function parseParts(text: string, scopes: readonly string[]): Part[] {
  const parts: Part[] = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const unit = text[at]!;
    if ((unit === '{' || unit === '}') && text[at + 1] === unit) {
      plain += unit;
      at += 2;
    } else if (unit === '{') {
      const end = indexOutsideQuotes(text, '{}', at + 1);
      if (end < 0 || text[end] === '{') throw loneBrace('{', text);
      if (plain !== '') parts.push({ kind: 'text', text: plain });
      plain = '';
      parts.push(parsePart(text.slice(at + 1, end), scopes));
      at = end + 1;
    } else if (unit === '}') throw loneBrace('}', text);
    else {
      plain += unit;
      at++;
    }
  }
  if (plain !== '') parts.push({ kind: 'text', text: plain });
  return parts;
}

function loneBrace(brace: string, text: string): TemplateError {
  return new TemplateError(
    `a lone "${brace}" in ${JSON.stringify(text)}; write "${brace}${brace}" for the character, or {/path} for a value`,
  );
}

/** What stands between two braces. */
function parsePart(inside: string, scopes: readonly string[]): CountPart | PathPart {
  const bar = indexOutsideQuotes(inside, '|', 0);
  const place = (bar < 0 ? inside : inside.slice(0, bar)).trim();
  const names = bar < 0 ? [] : inside.slice(bar + 1).split('|');
  const first = names.some((name) => name.trim() === 'first');
  const filters = names.map((name) => parseFilter(name.trim(), inside)).filter((filter) => filter !== undefined);
  const optional = place.endsWith('?');
  const label = optional ? place.slice(0, -1).trimEnd() : place;
  if ((label === '#' || label === 'shard') && scopes.includes(label)) {
    if (first) throw firstOfOne(inside);
    const wrong = filters.find((filter) => TIME_FILTERS.includes(filter.name));
    if (wrong !== undefined)
      throw new TemplateError(`"${wrong.name}" in {${inside}} takes a time, and {${label}} is a number`);
    return { kind: 'count', name: label, filters };
  }
  const slash = label.indexOf('/');
  const scope = slash === 0 ? 'root' : label.slice(0, Math.max(slash, 0));
  if (slash < 0 || (scope !== 'root' && !((scope === 'parent' || scope === '^') && scopes.includes(scope)))) {
    throw unknownPlace(label, slash < 0 ? label : scope, scopes);
  }
  if (indexOutsideQuotes(label, '?', slash) >= 0) {
    throw new TemplateError(`"?" ends a path, but {${inside}} goes on; put a name that holds "?" in quotes`);
  }
  const path = pathOf(label.slice(slash), inside);
  if (path.segments.length === 0)
    throw new TemplateError(`{${inside}} is a whole document, which is no text; name one of its properties`);
  if (first && !path.many) throw firstOfOne(inside);
  return { kind: 'path', scope, path, label, optional, first, filters };
}

function pathOf(text: string, inside: string): Path {
  try {
    return parsePath(text);
  } catch (error) {
    if (error instanceof PathError) throw new TemplateError(`{${inside}}: ${error.message}`);
    throw error;
  }
}

/** `undefined` for `first`, which is no filter of text. */
function parseFilter(text: string, inside: string): Filter | undefined {
  const [word = '', ...rest] = text.split(/\s+/);
  const name = FILTER_NAMES.find((known) => known === word);
  if (name === undefined) {
    throw new TemplateError(
      `unknown filter "${word}" in {${inside}}; filters are ${FILTER_NAMES.join(' ')}`,
      word,
      FILTER_NAMES,
    );
  }
  const argument = argumentOf(name, rest, inside);
  return name === 'first' ? undefined : filterOf(name, argument);
}

function argumentOf(name: FilterName, rest: readonly string[], inside: string): number | undefined {
  const takes = FILTER_ARGUMENTS[name];
  if (takes === undefined) {
    if (rest.length > 0) throw new TemplateError(`the filter "${name}" in {${inside}} takes nothing behind it`);
    return undefined;
  }
  if (rest.length === 0 && !takes.required) return undefined;
  const argument = rest.length === 1 && /^\d{1,4}$/.test(rest[0]!) ? Number(rest[0]) : 0;
  if (argument < 1 || argument > takes.maximum) {
    throw new TemplateError(
      `the filter "${name}" in {${inside}} takes a whole number from 1 to ${takes.maximum}, such as "${name} 8"`,
    );
  }
  return argument;
}

function firstOfOne(inside: string): TemplateError {
  return new TemplateError(
    `"first" in {${inside}} takes the first of several values, so its path needs a "*", such as /tags/*`,
  );
}

function unknownPlace(label: string, word: string, scopes: readonly string[]): TemplateError {
  const known = scopes.map((scope) => (scope === 'parent' || scope === '^' ? `{${scope}/…}` : `{${scope}}`));
  const also = known.length === 0 ? '' : `; known here beside paths: ${known.join(' ')}`;
  if (label === '') return new TemplateError(`{} names no path; write {/name}${also}`);
  if (scopes.includes(word)) return new TemplateError(`{${label}} names no path; write {${word}/name}`);
  if (label !== word)
    return new TemplateError(`{${label}}: a path starts with "/", found "${word}"${also}`, word, scopes);
  return new TemplateError(
    `{${label}} has no slash; write {/${label}} for the property or {{${label}}} for the text itself${also}`,
    word,
    scopes,
  );
}

/** The first of these characters at or behind `from` that is not in a quoted segment of a path, or -1. */
function indexOutsideQuotes(text: string, characters: string, from: number): number {
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const unit = text[at]!;
    if (quoted) {
      if (unit === '\\') at++;
      else if (unit === '"') quoted = false;
    } else if (characters.includes(unit)) return at;
    else if (unit === '"' && text[at - 1] === '/') quoted = true;
  }
  return -1;
}
