// Starts a server for a test, with the SDK's own client; both go when the test is over.
import {
  type Container,
  type ContainerDefinition,
  CosmosClient,
  type PartitionKeyDefinition,
  PartitionKeyDefinitionVersion,
} from '@azure/cosmos';
import { onTestFinished } from 'vitest';
import { type LocalServer, type ServerOptions, startServer } from '../../src/serve/server.ts';

export interface LocalAccount {
  readonly server: LocalServer;
  readonly client: CosmosClient;
}

export async function localAccount(options: ServerOptions = {}): Promise<LocalAccount> {
  const server = await startServer(options);
  const client = clientOf(server);
  onTestFinished(() => server.close());
  return { server, client };
}

/** A client that knows nothing yet. */
export function clientOf({ endpoint, key }: Pick<LocalServer, 'endpoint' | 'key'>): CosmosClient {
  const client = new CosmosClient({ endpoint, key });
  onTestFinished(() => client.dispose());
  return client;
}

export const BY_PK: PartitionKeyDefinition = { paths: ['/pk'], version: PartitionKeyDefinitionVersion.V2 };

/** A container `main` in a database `shop`, partitioned by /pk unless the definition says something else. */
export async function newContainer(
  { client }: LocalAccount,
  definition: Partial<ContainerDefinition> & { readonly throughput?: number } = {},
): Promise<Container> {
  const { database } = await client.databases.createIfNotExists({ id: 'shop' });
  const { container } = await database.containers.create({ id: 'main', partitionKey: BY_PK, ...definition });
  return container;
}

/** The status and substatus of what the SDK throws, and the text of the service. */
export async function refusal(
  promise: Promise<unknown>,
): Promise<{ readonly status: unknown; readonly substatus: unknown; readonly text: string }> {
  try {
    await promise;
  } catch (error) {
    const { code, substatus, message } = error as { code?: unknown; substatus?: unknown; message: string };
    return { status: code, substatus, text: message };
  }
  throw new Error('Nothing was refused.');
}
