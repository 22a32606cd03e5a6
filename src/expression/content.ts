/**
 * What can an expression say? Scalars as JavaScript has them, whole numbers that a double does not hold as bigints,
 * objects and arrays of the document as references to their places, and what the expression has put together itself.
 */
import { contentOf, Reference } from './reference.ts';
import type { Scope } from './scope.ts';
import { Duration, Timestamp } from './times.ts';

/**
 * Bigints are those beyond ±(2^53−1) only, numbers are finite and never -0. What an array or an object of the expression
 * holds may be a reference to a scalar, so that its bytes are kept; it is loaded before anything is done with it.
 */
export type Content =
  | null
  | boolean
  | number
  | bigint
  | string
  | Reference
  | Content[]
  | ObjectContent
  | Timestamp
  | Duration
  | TypeContent;

export class ObjectContent {
  readonly members: ReadonlyMap<string, Content>;

  constructor(members: ReadonlyMap<string, Content>) {
    this.members = members;
  }
}

/** What `type(…)` says and what the names of types mean. */
export class TypeContent {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export type Kind = 'null' | 'boolean' | 'number' | 'text' | 'array' | 'object' | 'time' | 'duration' | 'type';

/** What people call each kind. */
export const KIND_TEXTS: Readonly<Record<Kind, string>> = {
  null: 'null or missing',
  boolean: 'a boolean',
  number: 'a number',
  text: 'a text',
  array: 'an array',
  object: 'an object',
  time: 'a time',
  duration: 'a duration',
  type: 'the name of a type',
};

/** What kind it is. */
export function kindOf(content: Content): Kind {
  if (typeof content === 'string') return 'text';
  if (typeof content === 'number' || typeof content === 'bigint') return 'number';
  if (typeof content === 'boolean') return 'boolean';
  if (content === null) return 'null';
  if (Array.isArray(content)) return 'array';
  if (content instanceof ObjectContent) return 'object';
  if (content instanceof Timestamp) return 'time';
  if (content instanceof Duration) return 'duration';
  if (content instanceof TypeContent) return 'type';
  return content.kind;
}

/** Decodes a scalar of the document. `what` names it in a failure. */
export function load(content: Content, scope: Scope, what: () => string): Content {
  return content instanceof Reference && content.isScalar ? contentOf(scope, content.value, what) : content;
}

/** What it is, as a message calls it. */
export function describe(content: Content): string {
  return KIND_TEXTS[kindOf(content)];
}
