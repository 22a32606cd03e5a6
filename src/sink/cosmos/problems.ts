/** What does the SDK mean by what it throws? */
import { Fatal } from '../../errors.ts';

export interface SdkProblem {
  readonly status: number | undefined;
  readonly substatus: number | undefined;
  readonly message: string;
}

export function problemOf(error: unknown): SdkProblem {
  const { code, substatus, message } = (error ?? {}) as { code?: unknown; substatus?: unknown; message?: unknown };
  return {
    status: typeof code === 'number' ? code : undefined,
    substatus: typeof substatus === 'number' ? substatus : undefined,
    message: typeof message === 'string' ? message : String(error),
  };
}

/** The account cannot be worked with. */
export function unreachable(endpoint: string, error: unknown): Fatal {
  const { status, substatus, message } = problemOf(error);
  const said = message.split('\n')[0]!.slice(0, 500);
  if (status === undefined) {
    return new Fatal('fatal', `${endpoint} cannot be reached: ${said}`, {
      cause: error,
      advice: 'Check the endpoint, the network and, with Entra ID, that this identity can be used here.',
    });
  }
  const answer = substatus === undefined || substatus === 0 ? String(status) : `${status}/${substatus}`;
  return new Fatal('fatal', `${endpoint} answers ${answer}: ${said}`, { cause: error, advice: adviceFor(status) });
}

function adviceFor(status: number): string {
  if (status === 401) return 'See that the key, or the identity, is the right one for this account.';
  if (status === 403) return 'Give the identity a role on this account, and let its firewall let this machine in.';
  if (status === 400) return 'The service would not create a container like this; correct its policies in the plan.';
  return 'Try again later; if it stays so, see how the account is in the portal.';
}
