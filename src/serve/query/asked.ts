/** What is asked for, of what? A query with its parameters, and items that it may find. */
import type { Buffer } from 'node:buffer';
import { evaluate, type Scope } from './evaluate.ts';
import type { Query } from './syntax.ts';
import { plain } from './term.ts';

export interface Asked {
  readonly query: Query;
  readonly parameters: ReadonlyMap<string, unknown>;
}

export interface Candidate {
  /** Its number. */
  readonly item: number;
  readonly text: Buffer;
  /** With the properties of the service. */
  readonly body: () => Buffer;
}

/** Whether the condition holds. */
export function holds({ where }: Query, scope: Scope): boolean {
  return where === undefined || plain(evaluate(where.expression, scope)) === true;
}
