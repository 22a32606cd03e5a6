/**
 * Which text does a template make of a document? It is put together on the tape: plain text, strings and plain integers
 * are copied, values are decoded only where a filter or the print of a number needs it.
 */
import { kindName } from './decode.ts';
import type { Filter } from './filters.ts';
import { appendText, closeText, openText } from './literal.ts';
import type { Path } from './path.ts';
import { readAt, readEach } from './read.ts';
import { reject, type Rejection } from './rejection.ts';
import { appendScalar, scalarText } from './scalar-text.ts';
import { MISSING, NULL, NUMBER, STRING, type Tape, type Value } from './tape.ts';
import { type CountPart, parseParts, type PathPart } from './template-parts.ts';

export { TemplateError } from './template-parts.ts';

/** What the names in a template refer to. */
export interface TemplateScope {
  /** `{/path}`. */
  readonly root: Value;
  /** `{parent/path}`. */
  readonly parent?: Value;
  /** `{^/path}`. */
  readonly enclosing?: Value;
  /** `{#}`. */
  readonly position?: number;
  /** `{shard}`. */
  readonly shard?: number;
}

export interface Template {
  readonly text: string;
  /** Paths read from the document itself, for lint. */
  readonly paths: readonly Path[];
  /** Whether it holds `{shard}`. */
  readonly namesShard: boolean;
  /** The text as a string value on the tape, or why it cannot be made. */
  evaluate(tape: Tape, scope: TemplateScope, sha256: Sha256): Value | Rejection;
}

type Sha256 = (text: string) => string;

/**
 * @param scopes names usable beside paths: `parent`, `^`, `#`, `shard`.
 * @throws TemplateError saying what is wrong with the text.
 */
export function parseTemplate(text: string, scopes: readonly string[]): Template {
  const parts = parseParts(text, scopes);
  const [only] = parts;
  const isCopy = parts.length === 1 && only?.kind === 'path' && only.scope === 'root' && only.filters.length === 0;
  return {
    text,
    paths: parts.flatMap((part) => (part.kind === 'path' && part.scope === 'root' ? [part.path] : [])),
    namesShard: parts.some((part) => part.kind === 'count' && part.name === 'shard'),
    evaluate(tape, scope, sha256) {
      if (isCopy && !only.path.many) {
        const value = readAt(tape, scope.root, only.path);
        if (value !== MISSING && tape.kind(value) === STRING) return value;
      }
      const start = openText(tape);
      for (const part of parts) {
        let rejection: Rejection | undefined;
        if (part.kind === 'text') appendText(tape, part.text);
        else if (part.kind === 'count') appendCount(tape, part, scope, sha256);
        else rejection = appendValue(tape, part, scope, sha256, text);
        if (rejection === undefined) continue;
        tape.scratchLength = start;
        return rejection;
      }
      return closeText(tape, start);
    },
  };
}

function appendCount(tape: Tape, part: CountPart, scope: TemplateScope, sha256: Sha256): void {
  const count = part.name === '#' ? scope.position : scope.shard;
  if (count === undefined) throw new Error(`{${part.name}} has no value in this step.`);
  let text = String(count);
  for (const filter of part.filters) text = filter.apply(text, sha256) ?? text;
  appendText(tape, text);
}

function appendValue(
  tape: Tape,
  part: PathPart,
  scope: TemplateScope,
  sha256: Sha256,
  template: string,
): Rejection | undefined {
  const value = valueOf(tape, part, scope);
  if (value === MANY) return many(part, template);
  if (value === MISSING || tape.kind(value) === NULL)
    return part.optional ? undefined : missing(part, value === MISSING, template);
  if (part.filters.length === 0) return appendScalar(tape, value) ? undefined : notScalar(tape, value, part, template);
  let text = scalarText(tape, value);
  if (text === undefined) return notScalar(tape, value, part, template);
  for (const filter of part.filters) {
    text = filter.apply(text, sha256);
    if (text === undefined) return notATime(tape.kind(value) === NUMBER, part, filter, template);
  }
  appendText(tape, text);
  return undefined;
}

/** Several values where one is needed. */
const MANY = -2;

function valueOf(tape: Tape, part: PathPart, scope: TemplateScope): Value {
  const root = part.scope === 'root' ? scope.root : part.scope === 'parent' ? scope.parent : scope.enclosing;
  if (root === undefined) throw new Error(`{${part.label}} has no value in this step.`);
  if (!part.path.many) return readAt(tape, root, part.path);
  let found = MISSING;
  let count = 0;
  readEach(tape, root, part.path, (value) => {
    if (count++ === 0) found = value;
  });
  return count > 1 && !part.first ? MANY : found;
}

function missing(part: PathPart, isMissing: boolean, template: string): Rejection {
  const found = isMissing ? 'missing' : 'null';
  const advice = `Fill it in an earlier step, or write {${part.label}?} to put nothing there.`;
  return reject(
    'TEMPLATE_PATH_MISSING',
    `${part.label} is ${found}, and the template "${template}" needs it. ${advice}`,
    part.label,
  );
}

function many(part: PathPart, template: string): Rejection {
  const advice = `Write {${part.label}|first} to take the first one.`;
  return reject(
    'TEMPLATE_MANY',
    `${part.label} means several values, and the template "${template}" needs one. ${advice}`,
    part.label,
  );
}

function notScalar(tape: Tape, value: Value, part: PathPart, template: string): Rejection {
  const advice = 'Name a property or element inside of it that is text, a number or a boolean.';
  return reject(
    'TEMPLATE_NOT_SCALAR',
    `${part.label} is an ${kindName(tape, value)}, and the template "${template}" needs text there. ${advice}`,
    part.label,
  );
}

function notATime(isNumber: boolean, part: PathPart, filter: Filter, template: string): Rejection {
  const found = isNumber ? 'a number (seconds or milliseconds?)' : 'no such time';
  const expected = `"${filter.name}" in the template "${template}" takes ISO 8601 text such as 2024-05-31T23:59:00Z`;
  return reject(
    'TEMPLATE_NOT_A_TIME',
    `${part.label} is ${found}, and ${expected}. Convert or fill it in an earlier step.`,
    part.label,
  );
}
