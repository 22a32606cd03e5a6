/**
 * Does a run hand this document to the container? Everything that the service would refuse, and what it would take to
 * nobody's good: the strictness is the run's, before the container, which itself follows the service.
 */
import type { Rejection } from '../document/rejection.ts';
import type { Tape, Value } from '../document/tape.ts';
import { refuseDepth } from './item-depth.ts';
import { refuseId } from './item-id.ts';
import { refusePartitionKey } from './item-partition-key.ts';
import { refuseTtl } from './item-ttl.ts';
import type { KeyValues } from './key-values.ts';
import type { ContainerPolicy } from './policy.ts';
import { refuseRepeatedKeys } from './repeated-keys.ts';

/** Everything but the size, which is known once the text is there. */
export function refuseInRun(
  tape: Tape,
  root: Value,
  values: KeyValues,
  policy: ContainerPolicy,
  takesLastKeys: boolean,
): Rejection | undefined {
  return (
    refuseDepth(tape, root) ??
    refuseId(tape, values.id) ??
    refusePartitionKey(tape, values.partition, policy.partitionKey) ??
    (policy.defaultTtl === undefined ? undefined : refuseTtl(tape, root)) ??
    (takesLastKeys ? undefined : refuseRepeatedKeys(tape, root))
  );
}
