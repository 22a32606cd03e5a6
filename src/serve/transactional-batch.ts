/**
 * What comes of a transactional batch? All of its operations, which belong to one logical partition, take effect in
 * their order, as one change; or none does: the one that failed says why, the others are 424.
 */
import { LARGEST_ITEM } from '../container/item-size.ts';
import { type Answer, refusal } from './answer.ts';
import { batchAnswer } from './batch-answer.ts';
import { withContainer } from './containers.ts';
import type { Handler } from './handler.ts';
import { failedDependency, type ItemOperation, perform } from './item-operation.ts';
import { metered, withSession } from './metered.ts';
import { partitionKeyOf } from './partition-key.ts';
import { rangeOf } from './ranges.ts';
import { header, says, type ServedRequest } from './request.ts';
import type { ContainerResource } from './resources.ts';
import { readOperations, type SentOperation } from './sent-operations.ts';

export const isTransactionalBatch = (request: ServedRequest): boolean =>
  says(request, 'x-ms-cosmos-is-batch-request') && says(request, 'x-ms-cosmos-batch-atomic');

export const transactionalBatch: Handler = (request, account) =>
  withContainer(request, account, (container) => {
    const partitionKey = partitionKeyOf(request) ?? 'A batch needs a partition key.';
    if (typeof partitionKey === 'string') return refusal(400, { detail: partitionKey });
    // As large as an item may be (documentation: transactional batch operations).
    if (request.body.length > LARGEST_ITEM) return refusal(413);
    const operations = readOperations(request.body);
    if (typeof operations === 'string') return refusal(400, { detail: operations });
    const minimal = header(request, 'prefer') === 'return=minimal';
    const effective = container.items.effective(partitionKey);
    const range = rangeOf(container.ranges, effective);
    const answer = metered(container, range, () =>
      batchAnswer(resultsOf(container, operations, { partitionKey, effective, minimal })),
    );
    return withSession(container, range, answer);
  });

function resultsOf(
  container: ContainerResource,
  operations: readonly SentOperation[],
  shared: Pick<ItemOperation, 'partitionKey' | 'effective' | 'minimal'>,
): readonly Answer[] {
  const results: Answer[] = [];
  container.items.together('one', () => {
    for (const operation of operations) {
      const result = perform(container, { ...operation, ...shared });
      results.push(result);
      if (result.status >= 400) return false;
    }
    return true;
  });
  const failed = results.findIndex(({ status }) => status >= 400);
  return failed < 0 ? results : operations.map((_, at) => (at === failed ? results[at]! : failedDependency()));
}
