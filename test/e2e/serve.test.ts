// The command that serves an account, as a process of its own.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { CosmosClient } from '@azure/cosmos';
import { expect, it, onTestFinished } from 'vitest';
import { folderWith, remodel, startRemodel } from './remodel.ts';

const BY_PK = { paths: ['/pk'] };

interface Served {
  readonly endpoint: string;
  readonly key: string;
  readonly connectionString: string;
  /** Ends it by a signal and answers its exit status. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

async function served(...options: readonly string[]): Promise<Served> {
  const child = startRemodel(['serve', '--port', '0', '--json', ...options]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    ...(JSON.parse(line.toString()) as Omit<Served, 'end'>),
    async end(signal) {
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill(signal);
      return (await ended)[0];
    },
  };
}

function clientOf(connectionString: string): CosmosClient {
  const client = new CosmosClient(connectionString);
  onTestFinished(() => client.dispose());
  return client;
}

it('serves what it says, until Ctrl-C', async () => {
  const { connectionString, endpoint, end } = await served();
  expect(endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const { database } = await clientOf(connectionString).databases.create({ id: 'shop' });
  const { container } = await database.containers.create({ id: 'main', partitionKey: BY_PK });
  await container.items.create({ id: '1', pk: 'p' });
  expect((await container.item('1', 'p').read()).statusCode).toBe(200);
  expect(await end('SIGINT')).toBe(0);
});

it('keeps what it has acknowledged in a folder, also when it is killed', async () => {
  const data = join(folderWith({}), 'account');
  const first = await served('--data', data, '--ranges', '2');
  const { database } = await clientOf(first.connectionString).databases.create({ id: 'shop' });
  const { container } = await database.containers.create({ id: 'main', partitionKey: BY_PK });
  await container.items.create({ id: '1', pk: 'p' });
  await first.end('SIGKILL');
  const second = await served('--data', data);
  const again = clientOf(second.connectionString).database('shop').container('main');
  expect((await again.item('1', 'p').read()).resource).toMatchObject({ id: '1' });
  expect(await again.getFeedRanges()).toHaveLength(2);
  const rival = remodel(['serve', '--port', '0', '--data', data]);
  expect(rival).toMatchObject({
    status: 7,
    stderr: expect.stringContaining(`Another server works with ${data}.`) as string,
  });
});

it('says what keeps it from starting', async () => {
  const { endpoint } = await served();
  const taken = remodel(['serve', '--port', new URL(endpoint).port]);
  expect(taken.status).toBe(5);
  expect(taken.stderr).toMatch(/^Port \d+ of 127\.0\.0\.1 is taken\.\nName another one by --port, or 0 /);
  expect(remodel(['serve', '--port', '70000'])).toMatchObject({ status: 2 });
  expect(remodel(['serve', '--tls-cert', 'cert.pem'])).toMatchObject({ status: 2 });
});

it('tells people where it is, with which key, and who can reach it', async () => {
  const child = startRemodel(['serve', '--port', '0']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  expect(text.toString()).toMatch(/endpoint +http:\/\/127\.0\.0\.1:\d+\/\n {2}key +bG9jYWw=\n/);
  expect(text.toString()).toContain('from this machine only');
  expect(text.toString()).toContain('in memory');
});

const openssl = spawnSync('openssl', ['version']).status === 0;

it.skipIf(!openssl)(`serves https with a certificate${openssl ? '' : ' (skipped: there is no openssl)'}`, async () => {
  const folder = folderWith({});
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-days', '1', '-nodes', '-keyout', key, '-out', cert];
  expect(spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...subject]).status).toBe(0);
  const { endpoint, key: accountKey } = await served('--tls-cert', cert, '--tls-key', key);
  expect(endpoint).toMatch(/^https:/);
  const agent = new Agent({ rejectUnauthorized: false });
  const client = new CosmosClient({ endpoint, key: accountKey, agent });
  onTestFinished(() => client.dispose());
  expect((await client.databases.create({ id: 'shop' })).statusCode).toBe(201);
  expect((await client.database('shop').read()).statusCode).toBe(200);
});
