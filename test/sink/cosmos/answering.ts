// A service that answers bulk requests as a test tells it to, one container `main` in a database `shop`, driven by the SDK.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CosmosClient, type Container } from '@azure/cosmos';
import { onTestFinished } from 'vitest';
import { Wire } from '../../../src/sink/cosmos/wire.ts';

export interface Operation {
  readonly operationType: string;
  readonly partitionKey: string;
  readonly resourceBody: Readonly<Record<string, unknown>> & { readonly id: string };
}

export interface BulkRequest {
  readonly range: string;
  readonly operations: readonly Operation[];
  readonly text: string;
  readonly headers: IncomingMessage['headers'];
  /** How many came before. */
  readonly number: number;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type BulkHandler = (request: BulkRequest) => ServiceAnswer | 'reset' | 'hang' | Promise<ServiceAnswer>;

export interface AnsweringService {
  readonly container: Container;
  readonly wire: Wire;
  readonly endpoint: string;
  readonly requests: BulkRequest[];
  ranges: readonly { readonly id: string; readonly min: string; readonly max: string }[];
  /** What reads of items find, by id. */
  readonly items: Map<string, Readonly<Record<string, unknown>>>;
  /** What queries answer. */
  found: readonly unknown[];
  readonly queries: { readonly query: string; readonly parameters: unknown }[];
}

/** All went well. */
export function created(operations: readonly unknown[], charge = 5): ServiceAnswer {
  return { status: 200, body: operations.map(() => ({ statusCode: 201, requestCharge: charge })) };
}

export async function answering(bulk: BulkHandler, paths: readonly string[] = ['/pk']): Promise<AnsweringService> {
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing, service, bulk, paths).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const wire = new Wire();
  const client = new CosmosClient({
    endpoint,
    key: Buffer.from('key').toString('base64'),
    httpClient: wire,
    connectionPolicy: { requestTimeout: 1000 },
  });
  const service: AnsweringService = {
    container: client.database('shop').container('main'),
    wire,
    endpoint,
    requests: [],
    ranges: [{ id: '0', min: '', max: 'FF' }],
    items: new Map(),
    found: [],
    queries: [],
  };
  onTestFinished(async () => {
    client.dispose();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return service;
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  service: AnsweringService,
  bulk: BulkHandler,
  paths: readonly string[],
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const { method = '', url = '', headers } = incoming;
  const send = ({ status, body, headers: more = {} }: ServiceAnswer): void => {
    const sent = typeof body === 'string' ? body : JSON.stringify(body ?? {});
    const charge = Array.isArray(body) ? sumOfCharges(body as { requestCharge?: number }[]) : 1;
    outgoing.writeHead(status, { 'content-type': 'application/json', 'x-ms-request-charge': String(charge), ...more });
    outgoing.end(sent);
  };
  if (headers['x-ms-cosmos-is-batch-request'] !== undefined) {
    const range = String(headers['x-ms-documentdb-partitionkeyrangeid']);
    const request = {
      range,
      operations: JSON.parse(text) as Operation[],
      text,
      headers,
      number: service.requests.length,
    };
    service.requests.push(request);
    const answered = await bulk(request);
    if (answered === 'reset') outgoing.destroy();
    else if (answered !== 'hang') send(answered);
    return;
  }
  const item = /\/docs\/([^/]+)$/.exec(url)?.[1];
  if (url.endsWith('/pkranges')) {
    const ranges = service.ranges.map(({ id, min, max }) => ({
      id,
      minInclusive: min,
      maxExclusive: max,
      parents: [],
    }));
    send({ status: 200, body: { _rid: 'r', PartitionKeyRanges: ranges, _count: ranges.length } });
  } else if (method === 'GET' && item !== undefined) {
    const found = service.items.get(decodeURIComponent(item));
    send(
      found === undefined
        ? { status: 404, body: { code: 'NotFound', message: 'no such item' } }
        : { status: 200, body: found },
    );
  } else if (headers['x-ms-cosmos-is-query-plan-request'] !== undefined) {
    send({ status: 400, body: { code: 'BadRequest', message: 'no plan' } });
  } else if (headers['x-ms-documentdb-isquery'] !== undefined) {
    service.queries.push(JSON.parse(text) as AnsweringService['queries'][number]);
    send({ status: 200, body: { _rid: 'r', Documents: service.found, _count: service.found.length } });
  } else if (/\/colls\/[^/]+$/.test(url)) {
    const kind = paths.length === 1 ? 'Hash' : 'MultiHash';
    send({
      status: 200,
      body: { id: 'main', _rid: 'r', _self: 'dbs/a/colls/r/', partitionKey: { paths, kind, version: 2 } },
    });
  } else {
    const location = { name: 'here', databaseAccountEndpoint: service.endpoint };
    send({
      status: 200,
      body: {
        id: 'account',
        _rid: '',
        writableLocations: [location],
        readableLocations: [location],
        userConsistencyPolicy: { defaultConsistencyLevel: 'Session' },
        queryEngineConfiguration: '{}',
      },
    });
  }
}

function sumOfCharges(answers: readonly { readonly requestCharge?: number }[]): number {
  return answers.reduce((sum, { requestCharge = 0 }) => sum + requestCharge, 0);
}
