/** How is an account of the service reached? The SDK and what it stands on are loaded only when a run needs them. */
import type { CosmosClient, CosmosClientOptions } from '@azure/cosmos';
import type { CosmosAccount, CosmosAuth } from '../../plan/plan.ts';
import type { Wire } from './wire.ts';

export interface Connection {
  readonly client: CosmosClient;
  /** What the client sends and gets, below it. */
  readonly wire: Wire;
  close(): void;
}

/** One request may take so long, milliseconds; the service gives up after five seconds itself. */
const REQUEST_TIMEOUT = 30_000;

export async function connect(
  { endpoint, auth }: CosmosAccount,
  requestTimeout: number = REQUEST_TIMEOUT,
): Promise<Connection> {
  const [{ CosmosClient }, { Wire }] = await Promise.all([import('@azure/cosmos'), import('./wire.ts')]);
  const wire = new Wire();
  const client = new CosmosClient({
    endpoint,
    ...(await credentialOf(auth)),
    httpClient: wire,
    userAgentSuffix: 'cosmos-remodel',
    connectionPolicy: { requestTimeout },
  });
  return { client, wire, close: () => client.dispose() };
}

async function credentialOf(auth: CosmosAuth): Promise<Pick<CosmosClientOptions, 'key' | 'aadCredentials'>> {
  if (auth.kind === 'key') return { key: auth.key };
  const identity = await import('@azure/identity');
  const client = auth.clientId === undefined ? {} : { clientId: auth.clientId };
  const credentials = {
    default: () => new identity.DefaultAzureCredential(),
    cli: () => new identity.AzureCliCredential(),
    managedIdentity: () => new identity.ManagedIdentityCredential(client),
    workloadIdentity: () => new identity.WorkloadIdentityCredential(client),
  };
  return { aadCredentials: credentials[auth.kind]() };
}
