/**
 * Does a text fit a pattern of a schema? The text is anybody's: an engine that tries one way after the other could be
 * kept busy for years by a line of it. So patterns are run by RE2, in a time that grows with the text only; what is
 * written for JavaScript is put into RE2's words first, and what RE2 cannot say is refused with the plan.
 */
import { RE2JS } from 're2js';
import { SchemaError } from './schema-error.ts';

export interface LinearPattern {
  test(text: string): boolean;
  /** Another text for every other pattern. */
  toString(): string;
}

/** @throws SchemaError */
export function linearPattern(pattern: string): LinearPattern {
  const shown = JSON.stringify(pattern);
  const problem = problemOf(pattern);
  if (problem !== undefined) throw new SchemaError(`the pattern ${shown} is none: ${problem}`);
  const refused = NOT_LINEAR.find(({ mark }) => mark.test(withoutClasses(pattern)));
  if (refused !== undefined) throw notLinear(shown, refused.what);
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(inOtherWords(pattern)));
    return { test: (text) => compiled.test(text), toString: () => pattern };
  } catch (error) {
    throw notLinear(shown, (error as Error).message.replace(/^error parsing regexp: /, ''));
  }
}

/** Why it is no regular expression of JavaScript. */
function problemOf(pattern: string): string | undefined {
  try {
    RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const NOT_LINEAR = [
  { mark: /\(\?<?[=!]/, what: 'it looks ahead or behind' },
  { mark: /\\(?:[1-9]|k<)/, what: 'it refers back to a group' },
];

function notLinear(shown: string, what: string): SchemaError {
  return new SchemaError(
    `the pattern ${shown} cannot be run in linear time (${what}), and documents are not to be trusted with less; write it in another way, such as several patterns under allOf`,
  );
}

/** The pattern without what is escaped by a backslash alone and without its classes, where marks mean nothing. */
function withoutClasses(pattern: string): string {
  return pattern.replaceAll(/\\[^1-9k]|\[(?:\\.|[^\]\\])*\]/gs, '');
}

/** What JavaScript means by a blank, and by everything else, as the inside of a class. */
const BLANK = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const NOT_BLANK = String.raw`\x00-\x08\x0e-\x1f!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;
const LINE_ENDS = String.raw`\n\r\x{2028}\x{2029}`;

/** RE2 means less by `.` and `\s`, and calls scripts by their bare names. */
function inOtherWords(pattern: string): string {
  let isInClass = false;
  return pattern.replaceAll(/\\[pP]\{(?:Script|sc)=(\w+)\}|\\.|[[\].]/gs, (token, script: string | undefined) => {
    if (script !== undefined) return `${token.slice(0, 2)}{${script}}`;
    if (token === '[' || token === ']') isInClass = token === '[';
    else if (token === '.') return isInClass ? token : `[^${LINE_ENDS}]`;
    else if (token === '\\s') return isInClass ? BLANK : `[${BLANK}]`;
    else if (token === '\\S') return isInClass ? NOT_BLANK : `[${NOT_BLANK}]`;
    return token;
  });
}
