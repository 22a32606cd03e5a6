/**
 * How do the bytes of documents go out unchanged? The SDK prints bodies itself, from JavaScript values that cannot hold
 * every number. So it is handed a placeholder; below it, where requests leave, the body that was meant takes the
 * placeholder's place, and the answer is kept as it came. Signing, addresses and headers stay the SDK's.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Buffer } from 'node:buffer';
import {
  createDefaultHttpClient,
  createHttpHeaders,
  type HttpClient,
  type PipelineRequest,
  type PipelineResponse,
} from '@azure/core-rest-pipeline';
import type { Container } from '@azure/cosmos';
import { keyOf } from './sdk-key.ts';

/** What came back of a request, or why nothing did. */
export interface WireAnswer {
  readonly status?: number;
  readonly substatus?: number;
  readonly retryAfter?: number;
  readonly charge: number;
  /** The body as it came. */
  readonly text: string;
  /** Where there was no answer. */
  readonly problem?: string;
}

interface Call {
  readonly body?: Buffer;
  readonly range?: string;
  answer?: WireAnswer;
}

export class Wire implements HttpClient {
  readonly #client = createDefaultHttpClient();
  readonly #calls = new AsyncLocalStorage<Call>();

  /** Sends a body of bulk operations to a physical range. The answer is what came over the wire; nothing is retried. */
  async bulk(container: Container, range: string, body: Buffer, levels: number): Promise<WireAnswer> {
    const call: Call = { body, range };
    const placeholder = {
      operationType: 'Create',
      resourceBody: { id: '-' },
      partitionKey: levels === 1 ? '-' : Array.from({ length: levels }, () => '-'),
    } as const;
    try {
      await this.#calls.run(call, () =>
        // Deprecated for a method that paces by its own clock and hangs on some answers (docs/decisions.md):
        // this is the one place that calls it.
        container.items.bulk([placeholder], undefined, { contentResponseOnWriteEnabled: false }),
      );
    } catch (error) {
      // What the service has answered says more than what the SDK makes of it.
      call.answer ??= { charge: 0, text: '', problem: messageOf(error) };
    }
    return call.answer ?? { charge: 0, text: '', problem: 'The SDK has sent nothing.' };
  }

  /** Reads an item; its text keeps all digits. */
  async read(container: Container, id: string, partitionKey: readonly unknown[]): Promise<WireAnswer> {
    const call: Call = {};
    try {
      await this.#calls.run(call, () => container.item(id, keyOf(partitionKey)).read());
    } catch (error) {
      call.answer ??= { charge: 0, text: '', problem: messageOf(error) };
    }
    return call.answer ?? { charge: 0, text: '', problem: 'The SDK has sent nothing.' };
  }

  async sendRequest(request: PipelineRequest): Promise<PipelineResponse> {
    const call = this.#calls.getStore();
    if (call === undefined) return this.#client.sendRequest(request);
    if (call.body === undefined) return this.#listen(request, call);
    // Before it sends, the SDK may have to ask where the ranges are.
    if (request.headers.get('x-ms-cosmos-is-batch-request') === undefined) return this.#client.sendRequest(request);
    request.body = call.body;
    request.headers.set('x-ms-documentdb-partitionkeyrangeid', call.range!);
    try {
      const response = await this.#client.sendRequest(request);
      call.answer = answerOf(response);
      return isForSdk(call.answer) ? response : done(response);
    } catch (error) {
      call.answer = { charge: 0, text: '', problem: messageOf(error) };
      return done({ request, status: 200, headers: createHttpHeaders() });
    }
  }

  /** Keeps what is read of an item. */
  async #listen(request: PipelineRequest, call: Call): Promise<PipelineResponse> {
    const response = await this.#client.sendRequest(request);
    if (request.method === 'GET' && /\/docs\/[^/]+$/.test(new URL(request.url).pathname))
      call.answer = answerOf(response);
    return response;
  }
}

/** What the SDK is the one to act on: a token to be renewed, another region to be written to. */
function isForSdk({ status, substatus }: WireAnswer): boolean {
  return status === 401 || (status === 403 && (substatus === 3 || substatus === 1008));
}

/** What the SDK is told, so that it does nothing more: the operation that it knows of is done. */
function done(response: PipelineResponse): PipelineResponse {
  return { ...response, status: 200, bodyAsText: '[{"statusCode":200,"requestCharge":0}]' };
}

function answerOf({ status, headers, bodyAsText }: PipelineResponse): WireAnswer {
  const substatus = numberOf(headers.get('x-ms-substatus'));
  const retryAfter = numberOf(headers.get('x-ms-retry-after-ms'));
  return {
    status,
    ...(substatus === undefined ? {} : { substatus }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    charge: numberOf(headers.get('x-ms-request-charge')) ?? 0,
    text: bodyAsText ?? '',
  };
}

function numberOf(text: string | undefined): number | undefined {
  const value = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
