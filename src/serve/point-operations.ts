/** What does a request on one item do? Creates, upserts, reads, replaces, patches and deletes, by id and partition key. */
import { type Answer, refusal } from './answer.ts';
import { refusedCharge } from './charge.ts';
import { withContainer } from './containers.ts';
import type { Account, Handler } from './handler.ts';
import { type OperationKind, perform } from './item-operation.ts';
import { metered, withSession } from './metered.ts';
import { partitionKeyOf } from './partition-key.ts';
import { rangeOf } from './ranges.ts';
import { header, says, type ServedRequest } from './request.ts';

export const writeItem: Handler = (request, account) =>
  pointOperation(request, account, says(request, 'x-ms-documentdb-is-upsert') ? 'upsert' : 'create');
export const readItem: Handler = (request, account) => pointOperation(request, account, 'read');
export const replaceItem: Handler = (request, account) => pointOperation(request, account, 'replace');
export const patchItem: Handler = (request, account) => pointOperation(request, account, 'patch');
export const deleteItem: Handler = (request, account) => pointOperation(request, account, 'delete');

function pointOperation(request: ServedRequest, account: Account, kind: OperationKind): Answer {
  return withContainer(request, account, (container) => {
    const partitionKey = partitionKeyOf(request);
    if (partitionKey === undefined || typeof partitionKey === 'string') {
      const detail = partitionKey ?? 'A partition key must be supplied for this operation.';
      return refusal(400, { detail, charge: refusedCharge(400) });
    }
    const effective = container.items.effective(partitionKey);
    const range = rangeOf(container.ranges, effective);
    const answer = metered(container, range, () =>
      perform(container, {
        kind,
        partitionKey,
        effective,
        id: request.path.names[2],
        body: request.body,
        ifMatch: header(request, 'if-match'),
        ifNoneMatch: header(request, 'if-none-match'),
        minimal: header(request, 'prefer') === 'return=minimal',
      }),
    );
    return withSession(container, range, answer);
  });
}
