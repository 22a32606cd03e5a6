/** Which account of Cosmos DB is meant, and how does one get in? Read alike for sources and targets. */
import { expectChoice, expectMap, expectText } from './expect.ts';
import { type KeySpecs, readKeys } from './keys.ts';
import { keysSchema } from './keys-schema.ts';
import type { PlanNode } from './node.ts';
import { COSMOS_IDENTITIES, type CosmosAccount, type CosmosAuth } from './plan.ts';
import type { Problems } from './problem.ts';

const AUTH_KEYS: KeySpecs = {
  key: { description: "The account's key, from a variable.", schema: { type: 'string' } },
  connectionString: { description: 'Endpoint and key in one, from a variable.', schema: { type: 'string' } },
  managedIdentity: { description: 'The client id of a managed identity.', schema: { type: 'string' } },
  workloadIdentity: { description: 'The client id of a workload identity.', schema: { type: 'string' } },
};

export const ACCOUNT_KEYS: KeySpecs = {
  endpoint: {
    description: 'The address of the account, as https://name.documents.azure.com:443/.',
    schema: { type: 'string', minLength: 1 },
  },
  auth: {
    description:
      'How to get in: { key }, { connectionString }, or an identity of Entra ID: default, cli, managedIdentity, workloadIdentity.',
    schema: {
      anyOf: [{ enum: [...COSMOS_IDENTITIES] }, { ...keysSchema(AUTH_KEYS), minProperties: 1, maxProperties: 1 }],
    },
  },
};

/**
 * Reads `endpoint` and `auth` out of the values of a map.
 * @param isUsed whether variables have to be filled in
 */
export function readCosmosAccount(
  values: ReadonlyMap<string, PlanNode>,
  what: string,
  offset: number,
  isUsed: boolean,
  problems: Problems,
): CosmosAccount | undefined {
  const auth = readAuth(values.get('auth'), what, problems);
  const node = values.get('endpoint');
  if (node === undefined) {
    if (auth?.endpoint !== undefined) return { endpoint: auth.endpoint, auth: auth.auth };
    if (auth !== undefined && !auth.isConnectionString)
      problems.error(offset, 'missing-key', `${what} needs "endpoint", or a connection string under "auth".`);
    return undefined;
  }
  const endpoint = expectText(node, `"endpoint" of ${what}`, problems);
  if (endpoint === undefined || auth === undefined) return undefined;
  if (isUnfilled(endpoint)) return isUsed ? undefined : { endpoint, auth: auth.auth };
  const problem = endpointProblem(endpoint);
  if (problem !== undefined) problems.error(node.offset, 'invalid-value', `"endpoint" of ${what} ${problem}.`);
  return { endpoint, auth: auth.auth };
}

interface ReadAuth {
  readonly auth: CosmosAuth;
  /** What a connection string names. */
  readonly endpoint?: string;
  readonly isConnectionString?: true;
}

function readAuth(node: PlanNode | undefined, what: string, problems: Problems): ReadAuth | undefined {
  if (node === undefined) return { auth: { kind: 'default' } };
  const name = `"auth" of ${what}`;
  if (node.kind !== 'map') {
    const kind = expectChoice(node, name, COSMOS_IDENTITIES, problems);
    return kind && { auth: { kind } };
  }
  const map = expectMap(node, name, problems);
  const values = map && readKeys(map, AUTH_KEYS, name, problems);
  if (values === undefined) return undefined;
  if (values.size !== 1) {
    const expected = Object.keys(AUTH_KEYS).map((key) => `"${key}"`);
    problems.error(node.offset, 'missing-key', `${name} has exactly one of ${expected.join(', ')}.`);
    return undefined;
  }
  const [[key, value]] = [...values] as [[keyof typeof AUTH_KEYS, PlanNode]];
  const text = expectText(value, `"${key}" of ${name}`, problems);
  if (text === undefined) return undefined;
  if (key === 'managedIdentity' || key === 'workloadIdentity') return { auth: { kind: key, clientId: text } };
  if (value.kind === 'text' && !value.written.includes('${')) {
    const message = `"${key}" of ${name} is a secret and comes from a variable: write "\${NAME}", and set NAME where remodel runs.`;
    problems.error(value.offset, 'invalid-value', message);
    return undefined;
  }
  return key === 'key' ? { auth: { kind: 'key', key: text } } : readConnectionString(value, text, name, problems);
}

function readConnectionString(node: PlanNode, text: string, what: string, problems: Problems): ReadAuth | undefined {
  // Nothing is known of a variable that is not set.
  if (isUnfilled(text)) return { auth: { kind: 'key', key: text }, isConnectionString: true };
  const parts = new Map(
    text.split(';').map((part) => [part.slice(0, part.indexOf('=')).trim(), part.slice(part.indexOf('=') + 1).trim()]),
  );
  const [endpoint, key] = [parts.get('AccountEndpoint'), parts.get('AccountKey')];
  if (endpoint === undefined || key === undefined || endpointProblem(endpoint) !== undefined) {
    const message = `"connectionString" of ${what} has to be like "AccountEndpoint=https://…;AccountKey=…;", as the portal shows it.`;
    problems.error(node.offset, 'invalid-value', message);
    return undefined;
  }
  return { auth: { kind: 'key', key }, endpoint, isConnectionString: true };
}

/** What is wrong with an address; tokens and data go over the wire, so it is encrypted unless it stays on this machine. */
function endpointProblem(endpoint: string): string | undefined {
  if (!URL.canParse(endpoint)) return 'has to be an address, as https://name.documents.azure.com:443/';
  const { protocol, hostname } = new URL(endpoint);
  if (protocol === 'https:') return undefined;
  if (protocol !== 'http:') return 'begins with https://';
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  return isHere ? undefined : 'begins with https://; http:// is for servers on this machine only';
}

function isUnfilled(text: string): boolean {
  return text.includes('${');
}
