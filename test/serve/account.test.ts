import { describe, expect, it } from 'vitest';
import { startServer } from '../../src/serve/server.ts';
import { clientOf, localAccount, newContainer, refusal } from './local-account.ts';

describe('the account', () => {
  it('keeps a client on the endpoint that it has found it by', async () => {
    const { server, client } = await localAccount();
    expect(await client.getReadEndpoint()).toBe(server.endpoint);
    expect(await client.getWriteEndpoint()).toBe(server.endpoint);
    const { resource } = await client.getDatabaseAccount();
    expect(resource?.consistencyPolicy).toBe('Session');
  });

  it('is served on loopback unless told otherwise', async () => {
    const { server } = await localAccount();
    expect(new URL(server.endpoint).hostname).toBe('127.0.0.1');
  });

  it('has another key for each start where others can reach it', async () => {
    const [one, other] = [await startServer({ host: '0.0.0.0' }), await startServer({ host: '0.0.0.0' })];
    expect(one.key).not.toBe(other.key);
    await one.close();
    await other.close();
  });

  it('refuses the signature of another key with 401', async () => {
    const { server } = await localAccount();
    const stranger = clientOf({ endpoint: server.endpoint, key: Buffer.from('another').toString('base64') });
    expect(await refusal(stranger.database('shop').read())).toMatchObject({ status: 401 });
  });

  it.each([
    ['no token at all', {}, 401],
    ['a token of another kind', { authorization: encodeURIComponent('type=resource&ver=1.0&sig=abc=') }, 401],
    ['no token but something else', { authorization: 'Basic YTpi' }, 401],
    ['a broken encoding', { authorization: '%E0%A4%A' }, 401],
  ])('refuses %s', async (_name, headers, status) => {
    const { server } = await localAccount();
    const response = await fetch(server.endpoint, { headers });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      code: 'Unauthorized',
      message: expect.stringContaining('Errors') as string,
    });
  });

  it('refuses a token that is more than a quarter of an hour old, and one for another resource', async () => {
    const { server } = await localAccount();
    const signed = async (path: string, link: string, minutes: number): Promise<number> => {
      const date = new Date(Date.now() - minutes * 60_000).toUTCString();
      const { createHmac } = await import('node:crypto');
      const text = `get\ndbs\n${link}\n${date.toLowerCase()}\n\n`;
      const signature = createHmac('sha256', Buffer.from(server.key, 'base64')).update(text).digest('base64');
      const authorization = encodeURIComponent(`type=master&ver=1.0&sig=${signature}`);
      return (await fetch(server.endpoint + path, { headers: { authorization, 'x-ms-date': date } })).status;
    };
    expect(await signed('dbs/shop', 'dbs/shop', 14)).toBe(404);
    expect(await signed('dbs/shop', 'dbs/shop', 16)).toBe(403);
    expect(await signed('dbs/shop', 'dbs/shop', -16)).toBe(403);
    expect(await signed('dbs/shop', 'dbs/other', 0)).toBe(401);
  });

  it('answers what it does not know with 404 and 405', async () => {
    const account = await localAccount();
    const container = await newContainer(account);
    const users = account.client.database('shop').users;
    expect(await refusal(users.create({ id: 'somebody' }))).toMatchObject({ status: 404 });
    expect(await refusal(account.client.database('shop').container('x').read())).toMatchObject({ status: 404 });
    expect(await refusal(container.scripts.storedProcedure('x').read())).toMatchObject({ status: 404 });
  });
});
