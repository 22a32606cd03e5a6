/** What has become of the operations of one request? They are put together by what is to be done about them. */
import { type Action, actionFor, type Verdict, type WriteMode } from './answer.ts';
import { batchAnswers } from './batch-body.ts';
import type { Item } from './item.ts';
import type { WireAnswer } from './wire.ts';

export interface Outcome {
  readonly action: Action;
  readonly items: readonly Item[];
  readonly verdict: Verdict;
  /** What the service said, in its own words, or why there was no answer. */
  readonly message: string | undefined;
}

export function outcomesOf(answer: WireAnswer, items: readonly Item[], mode: WriteMode): readonly Outcome[] {
  const { status, text } = answer;
  const isAnswered = status === 200 || status === 207;
  const answers = isAnswered ? batchAnswers(text, items.length) : undefined;
  if (answers === undefined) {
    // What says that all went well and does not say of what is no answer.
    const verdict = isAnswered ? { status: undefined } : { ...answer, status };
    const message = answer.problem ?? (isAnswered ? `no list of ${items.length} answers` : shortened(text));
    return [{ action: actionFor(verdict, items.length, mode), items, verdict, message }];
  }
  const outcomes = new Map<string, { action: Action; items: Item[]; verdict: Verdict; message: string | undefined }>();
  for (const [index, item] of items.entries()) {
    const { message, charge: _, ...verdict } = answers[index]!;
    const action = actionFor(verdict, 1, mode);
    // Of those that are refused, each has its own reason.
    const key = action.kind === 'refuse' ? `refuse ${index}` : JSON.stringify(action);
    const known = outcomes.get(key);
    if (known === undefined) outcomes.set(key, { action, items: [item], verdict, message });
    else known.items.push(item);
  }
  return [...outcomes.values()];
}

/** The message in an error's body, or its beginning. */
function shortened(text: string): string {
  try {
    const { message } = JSON.parse(text) as { readonly message?: unknown };
    if (typeof message === 'string') return message.slice(0, 500);
  } catch {
    // HTML of a proxy, or nothing.
  }
  return text.slice(0, 200);
}

/** For messages: `503`, `403/5300`, `no answer`. */
export function verdictText({ status, substatus = 0 }: Verdict): string {
  if (status === undefined) return 'no answer';
  return substatus === 0 ? String(status) : `${status}/${substatus}`;
}
