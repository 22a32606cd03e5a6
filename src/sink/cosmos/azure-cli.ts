/** Which command creates what an identity of Entra ID may not create over the data plane? To be copied into a shell. */
import type { ContainerDefinition, ContainerRequest } from '@azure/cosmos';

interface Place {
  readonly endpoint: string;
  readonly database: string;
}

type Offer = Pick<ContainerRequest, 'throughput' | 'maxThroughput'>;

export function databaseCommand({ endpoint, database }: Place): string {
  const account = accountOf(endpoint);
  return command('az cosmosdb sql database create', [
    ['account-name', account],
    ['resource-group', { raw: resourceGroup(account) }],
    ['name', database],
  ]);
}

export function containerCommand(place: Place, definition: ContainerDefinition, offer: Offer): string {
  const { paths } = definition.partitionKey!;
  return paths.length === 1 ? plainCommand(place, definition, offer) : resourceCommand(place, definition, offer);
}

function plainCommand({ endpoint, database }: Place, definition: ContainerDefinition, offer: Offer): string {
  const { id = '', partitionKey, uniqueKeyPolicy, indexingPolicy, defaultTtl, conflictResolutionPolicy } = definition;
  const { analyticalStorageTtl } = definition as { readonly analyticalStorageTtl?: number };
  const account = accountOf(endpoint);
  const options: Option[] = [
    ['account-name', account],
    ['resource-group', { raw: resourceGroup(account) }],
    ['database-name', database],
    ['name', id],
    ['partition-key-path', partitionKey!.paths[0]!],
    ['partition-key-version', '2'],
    ['unique-key-policy', uniqueKeyPolicy && JSON.stringify(uniqueKeyPolicy)],
    ['idx', indexingPolicy && JSON.stringify(indexingPolicy)],
    ['ttl', defaultTtl?.toString()],
    ['analytical-storage-ttl', analyticalStorageTtl?.toString()],
    ['conflict-resolution-policy', conflictResolutionPolicy && JSON.stringify(conflictResolutionPolicy)],
    ['throughput', offer.throughput?.toString()],
    ['max-throughput', offer.maxThroughput?.toString()],
  ];
  return command('az cosmosdb sql container create', options);
}

/** That command knows one path of a partition key only; for several, the resource is put as it is. */
function resourceCommand({ endpoint, database }: Place, definition: ContainerDefinition, offer: Offer): string {
  const account = accountOf(endpoint);
  const options = {
    ...(offer.throughput === undefined ? {} : { throughput: offer.throughput }),
    ...(offer.maxThroughput === undefined ? {} : { autoscaleSettings: { maxThroughput: offer.maxThroughput } }),
  };
  const place = `/sqlDatabases/${encodeURIComponent(database)}/containers/${encodeURIComponent(definition.id ?? '')}`;
  return command('az resource create', [
    ['id', { raw: `"$(az cosmosdb list --query "[?name=='${account}'].id" --output tsv)"${quoted(place)}` }],
    ['api-version', '2024-11-15'],
    ['properties', JSON.stringify({ resource: definition, options })],
  ]);
}

type Option = readonly [name: string, value: string | { readonly raw: string } | undefined];

function command(name: string, options: readonly Option[]): string {
  const parts = options
    .filter(([, value]) => value !== undefined)
    .map(([option, value]) => `--${option} ${typeof value === 'object' ? value.raw : quoted(value!)}`);
  return [name, ...parts].join(' \\\n  ');
}

/** The first part of the address is the account's name. */
function accountOf(endpoint: string): string {
  return new URL(endpoint).hostname.split('.')[0]!;
}

function resourceGroup(account: string): string {
  return `"$(az cosmosdb list --query "[?name=='${account}'].resourceGroup" --output tsv)"`;
}

/** As a POSIX shell takes it literally. */
function quoted(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
