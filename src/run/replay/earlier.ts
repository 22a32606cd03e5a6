/** Why was a document rejected before? What fails again keeps its earlier reasons, the last few of them. */
import type { Reject, RejectReason } from '../../report/reject-lines.ts';
import type { RejectGroup, RejectLine } from './reject-groups.ts';

/** More of them say nothing new. */
const MOST = 5;

/** Oldest first; `undefined` where there is no other reason than the present one. */
export function earlierReasons(reject: Reject, { rejects }: RejectGroup): readonly RejectReason[] | undefined {
  const before =
    rejects.find(({ entity, at }) => entity === reject.entity && at.output === reject.origin.ordinal) ??
    rejects.find(({ entity }) => entity === reject.entity) ??
    rejects[0]!;
  const reasons = [...(before.earlier ?? []), reasonOf(before)];
  if (isSame(reasons.at(-1)!, reject)) reasons.pop();
  return reasons.length === 0 ? undefined : reasons.slice(-MOST);
}

function reasonOf({ stage, step, code, message }: RejectLine): RejectReason {
  return { stage, ...(step === undefined ? {} : { step }), code, message };
}

function isSame(one: RejectReason, other: RejectReason): boolean {
  return (
    one.stage === other.stage && one.step === other.step && one.code === other.code && one.message === other.message
  );
}
