/** What does a client ask for? One request, read whole. */
import type { Buffer } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './answer.ts';
import type { ResourcePath } from './resource-path.ts';

export interface ServedRequest {
  readonly method: string;
  readonly path: ResourcePath;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** What becomes of each operation of a bulk request where a fault may stand in its way. */
  readonly eachOperation?: (work: () => Answer) => Answer;
}

/** The value of a header, which is spelled in lower case here. */
export function header({ headers }: ServedRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

/** Whether a header says `true`; clients write it in either case. */
export function says(request: ServedRequest, name: string): boolean {
  return header(request, name)?.toLowerCase() === 'true';
}

/** The body as a JSON object, or `undefined` when it is something else. */
export function objectIn(request: ServedRequest): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(request.body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
