/** What has become of a document, and how is it said? */
import { Fatal } from '../../errors.ts';
import type { Rejection } from '../../document/rejection.ts';
import type { Refusal } from '../sink.ts';
import type { Verdict } from './answer.ts';
import type { Item } from './item.ts';
import { verdictText } from './outcomes.ts';

export type Settlement =
  /** The container has it. */
  { readonly kind: 'written' } | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The service refuses the document itself. */
export function refusedItem(
  { text, partitionKey }: Item,
  why: 'size' | 'content' | 'partitionFull',
  verdict: Verdict,
  said: string = '',
): Settlement {
  const words = said === '' ? '' : `: ${said}`;
  const reasons: Readonly<Record<typeof why, Rejection>> = {
    size: {
      code: 'ITEM_TOO_LARGE',
      message: `The service refuses a document of ${text.length} bytes as too large (${verdictText(verdict)})${words}`,
    },
    content: {
      code: 'REFUSED_BY_SERVICE',
      message: `The service refuses the document (${verdictText(verdict)})${words}`,
    },
    partitionFull: {
      code: 'PARTITION_FULL',
      message: `The logical partition ${JSON.stringify(partitionKey)} is full: the service keeps 20 GB under one partition key.`,
    },
  };
  return { kind: 'refused', refusal: { kind: 'rejected', rejection: reasons[why] } };
}

/** There is a conflict again and again, and nobody to be found who has the key. */
export function unheldKey(): Settlement {
  const message =
    'The service says that a unique key is taken, and neither the id nor a query for the values of its unique keys finds by whom.';
  return { kind: 'refused', refusal: { kind: 'rejected', rejection: { code: 'UNIQUE_KEY_CONFLICT', message } } };
}

/** Why no document can be written, and what to do. */
export function stoppedText(
  label: string,
  verdict: Verdict,
  said: string = '',
): readonly [message: string, setting: { readonly advice: string }] {
  const answer = `${verdictText(verdict)}${said === '' ? '' : `: ${said}`}`;
  return [`The service lets nobody write to container ${label} (${answer}).`, { advice: adviceFor(verdict) }];
}

function adviceFor({ status, substatus }: Verdict): string {
  if (status === 401) return 'See that the key, or the identity, is the right one for this account.';
  if (status === 404 || substatus === 1024)
    return 'See that the container is still there; one that was made anew needs a run that begins anew (--fresh).';
  if (status !== 403) return 'Please report this answer; it is not one that a run should meet.';
  if (substatus === 3)
    return 'This region takes no writes; name the endpoint of the account instead of that of a region.';
  return 'Let the identity write: the role "Cosmos DB Built-in Data Contributor" on this account, and a firewall that lets this machine in.';
}

/** Nothing has come forward for too long. */
export function standstill(label: string, milliseconds: number, trouble: string): Fatal {
  const time =
    milliseconds >= 90_000
      ? `${Math.round(milliseconds / 60_000)} minutes`
      : `${Math.round(milliseconds / 1000)} seconds`;
  return new Fatal('fatal', `Container ${label} has taken no document for ${time}: ${trouble}.`, {
    advice:
      'See that the account can be reached and has throughput to spare, then go on; "patience" of the target says how long to wait.',
  });
}
