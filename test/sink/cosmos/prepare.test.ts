// Are containers made with every policy, and is it said how to make them where one may not?
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Fatal } from '../../../src/errors.ts';
import { containerCommand } from '../../../src/sink/cosmos/azure-cli.ts';
import { connect } from '../../../src/sink/cosmos/connection.ts';
import { definitionOf, offerOf } from '../../../src/sink/cosmos/definition.ts';
import { prepareContainers } from '../../../src/sink/cosmos/prepare.ts';
import { planWith, reading } from '../../plan/reading.ts';
import { localAccount } from '../../serve/local-account.ts';

const PLACE = { endpoint: 'https://shop.documents.azure.com:443/', database: "Anna's shop" };

const POLICIES = `c: { entities: [post], partitionKey: [/tenant, /user], uniqueKeys: [/email, [/first, /last]], ttl: 3600,
    indexing: { only: [/status/?], composite: [[/status, "/ts desc"]] }, throughput: { autoscale: 4000 },
    conflictResolution: { mode: LastWriterWins, conflictResolutionPath: /version } }`;

async function containers(text: string) {
  const { plan, problems } = await reading(planWith({ containers: text }));
  if (plan === undefined) throw new Error(JSON.stringify(problems));
  return plan.containers;
}

describe('the containers of a plan', () => {
  it('are made with every policy, and found to be the same afterwards', async () => {
    const { server, client } = await localAccount();
    const plans = await containers(POLICIES);
    const connection = await connect({ endpoint: server.endpoint, auth: { kind: 'key', key: server.key } });
    const target = { endpoint: server.endpoint, database: 'shop' };
    expect(await prepareContainers(connection.client, target, plans)).toMatchObject([{ isNew: true }]);
    const { resource } = await client.database('shop').container('c').read();
    expect(resource).toMatchObject({
      partitionKey: { paths: ['/tenant', '/user'], kind: 'MultiHash', version: 2 },
      uniqueKeyPolicy: { uniqueKeys: [{ paths: ['/email'] }, { paths: ['/first', '/last'] }] },
      indexingPolicy: {
        includedPaths: [{ path: '/status/?' }],
        compositeIndexes: [
          [
            { path: '/status', order: 'ascending' },
            { path: '/ts', order: 'descending' },
          ],
        ],
      },
      defaultTtl: 3600,
      conflictResolutionPolicy: { conflictResolutionPath: '/version' },
    });
    expect(await prepareContainers(connection.client, target, plans)).toMatchObject([{ isNew: false }]);
    connection.close();
  });

  it('are left as they are where the indexing is another one, which is told', async () => {
    const { server } = await localAccount();
    const connection = await connect({ endpoint: server.endpoint, auth: { kind: 'key', key: server.key } });
    const target = { endpoint: server.endpoint, database: 'shop' };
    await prepareContainers(connection.client, target, await containers('c: { entities: [post], partitionKey: /id }'));
    const other = await containers('c: { entities: [post], partitionKey: /id, indexing: { only: [/a/?] } }');
    const failure = (await prepareContainers(connection.client, target, other).catch(
      (error: unknown) => error,
    )) as Fatal;
    expect(failure.message).toContain('c: indexing: the container has {');
    connection.close();
  });

  it('come with the commands that make them, where this identity may not', async () => {
    const { server } = await localAccount();
    server.faults.add({ fault: 'refused', status: 403, substatus: 5300, where: ({ method }) => method === 'POST' });
    const connection = await connect({ endpoint: server.endpoint, auth: { kind: 'key', key: server.key } });
    const target = { endpoint: server.endpoint, database: 'shop' };
    const plans = await containers('c: { entities: [post], partitionKey: /id, uniqueKeys: [/email] }');
    const failure = (await prepareContainers(connection.client, target, plans).catch(
      (error: unknown) => error,
    )) as Fatal;
    expect(failure.exit).toBe('fatal');
    expect(failure.advice).toContain('az cosmosdb sql database create');
    expect(failure.advice).toContain(`--unique-key-policy '{"uniqueKeys":[{"paths":["/email"]}]}'`);
    connection.close();
  });
});

describe('the command', () => {
  it('says every policy of a container with one key', async () => {
    const [plan] = await containers(POLICIES.replace('[/tenant, /user]', '/tenant'));
    expect(containerCommand(PLACE, definitionOf(plan!), offerOf(plan!)).split(' \\\n  ')).toEqual([
      'az cosmosdb sql container create',
      '--account-name shop',
      `--resource-group "$(az cosmosdb list --query "[?name=='shop'].resourceGroup" --output tsv)"`,
      `--database-name 'Anna'\\''s shop'`,
      '--name c',
      '--partition-key-path /tenant',
      '--partition-key-version 2',
      `--unique-key-policy '{"uniqueKeys":[{"paths":["/email"]},{"paths":["/first","/last"]}]}'`,
      `--idx '{"indexingMode":"consistent","automatic":true,"includedPaths":[{"path":"/status/?"}],"excludedPaths":[{"path":"/*"}],"compositeIndexes":[[{"path":"/status","order":"ascending"},{"path":"/ts","order":"descending"}]]}'`,
      '--ttl 3600',
      `--conflict-resolution-policy '{"mode":"LastWriterWins","conflictResolutionPath":"/version"}'`,
      '--max-throughput 4000',
    ]);
  });

  it.runIf(process.platform !== 'win32')('is one that a shell takes apart as it is meant', async () => {
    const [plan] = await containers(POLICIES);
    const command = containerCommand(PLACE, definitionOf(plan!), offerOf(plan!));
    // In place of the tool, its arguments are printed, one a line.
    const script = `az() { if [ "$1" = cosmosdb ]; then echo /accounts/shop; else printf '%s\\n' "$@"; fi; }\n${command}`;
    const args = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\n');
    expect(args.slice(0, 6)).toEqual([
      'resource',
      'create',
      '--id',
      "/accounts/shop/sqlDatabases/Anna's%20shop/containers/c",
      '--api-version',
      '2024-11-15',
    ]);
    expect(JSON.parse(args[7]!)).toMatchObject({
      resource: { id: 'c', partitionKey: { kind: 'MultiHash', version: 2 } },
      options: { autoscaleSettings: { maxThroughput: 4000 } },
    });
  });
});
