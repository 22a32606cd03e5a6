/** What does a query tell of an item, or of a group of items? A JSON text; `undefined` where there is nothing to tell. */
import { Buffer } from 'node:buffer';
import { evaluate, type Scope } from './evaluate.ts';
import type { Expression, Query } from './syntax.ts';
import { jsonOf } from './term.ts';

/** @param whole the whole item */
export function project({ select }: Query, scope: Scope, whole: () => Buffer): Buffer | undefined {
  if (select === '*') return whole();
  const term =
    'expression' in select
      ? evaluate(select.expression, scope)
      : Object.fromEntries(select.map(({ name, expression }) => [name, evaluate(expression, scope)]));
  const json = jsonOf(term);
  return json === undefined ? undefined : Buffer.from(json);
}

/** The expressions of what is selected. */
export function expressionsOf({ select }: Query): readonly Expression[] {
  if (select === '*') return [];
  return 'expression' in select ? [select.expression] : select.map(({ expression }) => expression);
}
