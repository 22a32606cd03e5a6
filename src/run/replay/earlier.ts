/** Which of its earlier rejects does a document meet again, and why was it rejected then? */
import type { Reject, RejectReason } from '../../report/reject-lines.ts';
import type { RejectGroup, RejectLine } from './reject-groups.ts';

/** More of them say nothing new. */
const MOST = 5;

/** The reject of the record that this one most likely continues. */
export function earlierReject({ entity, origin }: Reject, { rejects }: RejectGroup): RejectLine {
  return (
    rejects.find((before) => before.entity === entity && before.at.output === origin.ordinal) ??
    rejects.find((before) => before.entity === entity) ??
    rejects[0]!
  );
}

/** The reasons before this one, the last few of them, oldest first; `undefined` where there is no other. */
export function earlierReasons(reject: Reject, before: RejectLine): readonly RejectReason[] | undefined {
  const reasons = [...(before.earlier ?? []), reasonOf(before)];
  if (isSameReason(before, reject)) reasons.pop();
  return reasons.length === 0 ? undefined : reasons.slice(-MOST);
}

/** Whether somebody has edited the refused document, which is not replayed: the same one would have been refused again. */
export function isDocumentEdited({ doc, ...reject }: Reject, before: RejectLine): boolean {
  if (doc === undefined || before.doc === undefined || before.at.output !== reject.origin.ordinal) return false;
  if (!isSameReason(before, reject)) return false;
  return JSON.stringify(JSON.parse(doc.toString('utf8'))) !== JSON.stringify(before.doc);
}

function reasonOf({ stage, step, code, message }: RejectLine): RejectReason {
  return { stage, ...(step === undefined ? {} : { step }), code, message };
}

function isSameReason(one: RejectReason, other: RejectReason): boolean {
  return (
    one.stage === other.stage && one.step === other.step && one.code === other.code && one.message === other.message
  );
}
