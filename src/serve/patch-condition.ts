/** Does an item meet the condition of a patch, `FROM c WHERE …`? Without one it does. */
import type { Buffer } from 'node:buffer';
import type { Result } from '../container/result.ts';
import { holds } from './query/asked.ts';
import { ItemRow } from './query/item-row.ts';
import { parseCondition } from './query/parse-query.ts';
import { QueryError } from './query/query-error.ts';

/** The refusal where it does not. */
export function refuseCondition(patch: Buffer, item: () => Buffer | undefined): Result | undefined {
  // Most have none, and are not looked at twice.
  if (!patch.includes('"condition"')) return undefined;
  try {
    const { condition } = JSON.parse(patch.toString()) as { readonly condition?: unknown };
    if (typeof condition !== 'string') return undefined;
    const query = parseCondition(condition);
    const text = item();
    if (text === undefined || holds(query, { parameters: NONE, row: new ItemRow(text, () => text) })) return undefined;
    return { status: 412, message: `The item does not meet the condition ${condition}.` };
  } catch (error) {
    if (error instanceof QueryError || error instanceof SyntaxError) return { status: 400, message: error.message };
    throw error;
  }
}

const NONE: ReadonlyMap<string, unknown> = new Map();
