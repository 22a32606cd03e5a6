// Sends a request for items of the container `main` as it stands: the SDK would change, refuse or hide something.
import { createHmac } from 'node:crypto';
import type { LocalAccount } from './local-account.ts';

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Headers;
}

/** @param path `docs`, or `docs/` and an id */
export async function raw(
  { server }: LocalAccount,
  method: string,
  path: string,
  body?: string,
  partitionKey?: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const date = new Date().toUTCString();
  const parent = 'dbs/shop/colls/main';
  const link = path === 'docs' ? parent : `${parent}/${path}`;
  const text = `${method.toLowerCase()}\ndocs\n${link}\n${date.toLowerCase()}\n\n`;
  const signature = createHmac('sha256', Buffer.from(server.key, 'base64')).update(text).digest('base64');
  const response = await fetch(`${server.endpoint}${parent}/${path}`, {
    method,
    headers: {
      'x-ms-date': date,
      authorization: encodeURIComponent(`type=master&ver=1.0&sig=${signature}`),
      ...(partitionKey === undefined ? {} : { 'x-ms-documentdb-partitionkey': JSON.stringify(partitionKey) }),
      ...more,
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, body: await response.text(), headers: response.headers };
}
