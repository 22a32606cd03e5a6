/**
 * What comes of one operation on an item? The same for a request of its own and for one of a batch: its status, its
 * charge, and the item as it stands.
 */
import type { Buffer } from 'node:buffer';
import type { Result } from '../container/result.ts';
import { type Answer, refusal, refusalOf } from './answer.ts';
import { readCharge, refusedCharge, writeCharge } from './charge.ts';
import { itemBody } from './item-body.ts';
import { refuseCondition } from './patch-condition.ts';
import type { ContainerResource } from './resources.ts';

export type OperationKind = 'create' | 'upsert' | 'read' | 'replace' | 'patch' | 'delete';

export interface ItemOperation {
  readonly kind: OperationKind;
  readonly partitionKey: readonly unknown[];
  readonly effective: Buffer;
  readonly id: string | undefined;
  /** The item, or the patch. */
  readonly body: Buffer | undefined;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** Without the item in the answer. */
  readonly minimal: boolean;
}

export function perform(container: ContainerResource, operation: ItemOperation): Answer {
  const result = resultOf(container, operation);
  if (result.status >= 400) return refusalOf(result, refusedCharge(result.status));
  const { status, etag, stored, text } = result;
  const charge = chargeOf(container, operation, result);
  const headers = etag === undefined ? {} : { etag };
  if (stored === undefined || text === undefined || (operation.minimal && operation.kind !== 'read')) {
    return { status, charge, headers };
  }
  return { status, charge, headers, body: itemBody(container, stored, text) };
}

function resultOf(container: ContainerResource, operation: ItemOperation): Result {
  const { items } = container;
  const { kind, partitionKey, effective, id, body, ifMatch, ifNoneMatch } = operation;
  const options = { partitionKey, effective, ...(ifMatch === undefined ? {} : { ifMatch }) };
  if (kind === 'create' || kind === 'upsert') return body === undefined ? NO_BODY : items[kind](body, options);
  if (id === undefined) return { status: 400, message: 'The operation names no id.' };
  // The service takes such an id and does not find the item by it.
  if (/[/\\]/.test(id)) return { status: 404, message: `An item is not found by the id ${JSON.stringify(id)}.` };
  if (kind === 'read') return items.read(id, partitionKey, ifNoneMatch);
  if (kind === 'delete') return items.delete(id, partitionKey, ifMatch);
  if (body === undefined) return NO_BODY;
  if (kind === 'replace') return items.replace(id, body, options);
  const unmet = refuseCondition(body, () => {
    const { stored, text } = items.read(id, partitionKey);
    return stored === undefined || text === undefined ? undefined : itemBody(container, stored, text);
  });
  return unmet ?? items.patch(id, body, options);
}

const NO_BODY: Result = { status: 400, message: 'The operation has no body.' };

function chargeOf({ definition }: ContainerResource, { kind }: ItemOperation, { status, text }: Result): number {
  const bytes = text?.length ?? 0;
  if (kind === 'read') return readCharge(bytes);
  const { indexingMode } = definition['indexingPolicy'] as { readonly indexingMode?: unknown };
  return writeCharge(bytes, status !== 200, indexingMode !== 'none');
}

/** Of an operation that was not tried, or undone, because another one of its batch failed. */
export function failedDependency(): Answer {
  return refusal(424, { charge: 0 });
}
