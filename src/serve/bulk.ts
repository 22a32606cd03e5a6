/**
 * What comes of a bulk request? Its operations belong to one physical range and stand for themselves: each has its own
 * result, in the order sent.
 */
import { PARTITION_KEY_MISMATCH } from '../container/result.ts';
import { type Answer, refusal } from './answer.ts';
import { batchAnswer } from './batch-answer.ts';
import { refusedCharge } from './charge.ts';
import { withContainer } from './containers.ts';
import type { Handler } from './handler.ts';
import { failedDependency, perform } from './item-operation.ts';
import { metered, refusedNow, withSession } from './metered.ts';
import { readPartitionKey } from './partition-key.ts';
import { holds, type PhysicalRange } from './ranges.ts';
import { header, says, type ServedRequest } from './request.ts';
import type { ContainerResource } from './resources.ts';
import { namedRange } from './scope.ts';
import { readOperations, type SentOperation } from './sent-operations.ts';

export const isBulk = (request: ServedRequest): boolean =>
  says(request, 'x-ms-cosmos-is-batch-request') && !says(request, 'x-ms-cosmos-batch-atomic');

export const bulk: Handler = (request, account) =>
  withContainer(request, account, (container) => {
    const range = namedRange(request, container);
    if (range === undefined) return refusal(400, { detail: 'A bulk request names its partition key range.' });
    if ('status' in range) return range;
    const operations = readOperations(request.body);
    if (typeof operations === 'string') return refusal(400, { detail: operations });
    const refused = refusedNow(container, range);
    if (refused !== undefined) return withSession(container, range, refused);
    const goesOn = header(request, 'x-ms-cosmos-batch-continue-on-error')?.toLowerCase() !== 'false';
    const minimal = header(request, 'prefer') === 'return=minimal';
    const results: Answer[] = [];
    container.items.together('each', () => {
      let isOver = false;
      for (const operation of operations) {
        const work = (): Answer => resultOf(container, range, operation, minimal);
        const result = isOver ? failedDependency() : (request.eachOperation?.(work) ?? work());
        results.push(result);
        if (result.status >= 400 && !goesOn) isOver = true;
      }
      return true;
    });
    return withSession(container, range, batchAnswer(results));
  });

function resultOf(
  container: ContainerResource,
  range: PhysicalRange,
  operation: SentOperation,
  minimal: boolean,
): Answer {
  const charge = refusedCharge(400);
  const partitionKey = readPartitionKey(operation.partitionKey ?? '');
  if (typeof partitionKey === 'string') return refusal(400, { detail: partitionKey, charge });
  const effective = container.items.effective(partitionKey);
  const isWhole = partitionKey.length === container.items.policy.partitionKey.length;
  if (isWhole && !holds(range, effective)) {
    const detail = `The partition key ${operation.partitionKey} does not belong to range ${range.id}.`;
    return refusal(400, { substatus: PARTITION_KEY_MISMATCH, detail, charge });
  }
  return metered(container, range, () => perform(container, { ...operation, partitionKey, effective, minimal }));
}
