import { describe, expect, it } from 'vitest';
import { planWith, problemsOf, reading } from './reading.ts';

const ENV = {
  ENDPOINT: 'https://shop.documents.azure.com:443/',
  KEY: 'a2V5',
  CONNECTION: 'AccountEndpoint=https://shop.documents.azure.com:443/;AccountKey=a2V5;',
};

describe('a target of Cosmos DB', () => {
  it.each([
    ['a key', 'endpoint: "${ENDPOINT}", auth: { key: "${KEY}" }', { kind: 'key', key: 'a2V5' }],
    ['a connection string', 'auth: { connectionString: "${CONNECTION}" }', { kind: 'key', key: 'a2V5' }],
    ['nothing', 'endpoint: "${ENDPOINT}"', { kind: 'default' }],
    ['the identity of the command line', 'endpoint: "${ENDPOINT}", auth: cli', { kind: 'cli' }],
    [
      'a managed identity of its own',
      'endpoint: "${ENDPOINT}", auth: { managedIdentity: 1234 }'.replace('1234', '"12-34"'),
      { kind: 'managedIdentity', clientId: '12-34' },
    ],
  ])('is reached by %s', async (_, settings, auth) => {
    const { plan, problems } = await reading(target(settings), { env: ENV });
    expect(problems).toEqual([]);
    expect(plan?.target?.cosmos).toEqual({ endpoint: ENV.ENDPOINT, auth, database: 'shop', patience: 600_000 });
  });

  it('may spend so much, and be patient so long', async () => {
    const { plan } = await reading(target('endpoint: "${ENDPOINT}", ru: 4000, patience: 60'), { env: ENV });
    expect(plan?.target?.cosmos).toMatchObject({ ru: 4000, patience: 60_000 });
  });

  it.each([
    ['no endpoint', 'auth: default', 'the target needs "endpoint", or a connection string under "auth".'],
    [
      'an endpoint that is no address',
      'endpoint: shop',
      '"endpoint" of the target has to be an address, as https://name',
    ],
    [
      'an address that is not encrypted',
      'endpoint: "http://shop.example"',
      'begins with https://; http:// is for servers on',
    ],
    [
      'an unknown identity',
      'endpoint: "https://a", auth: clii',
      '"auth" of the target cannot be "clii"; did you mean "cli"?',
    ],
    [
      'a secret that stands in the plan',
      'endpoint: "https://a", auth: { key: abc }',
      'is a secret and comes from a variable',
    ],
    ['two ways in', 'endpoint: "https://a", auth: { key: "${KEY}", connectionString: "${KEY}" }', 'has exactly one of'],
    ['a connection string that is none', 'auth: { connectionString: "${KEY}" }', 'has to be like "AccountEndpoint='],
    [
      'an unknown setting',
      'endpoint: "https://a", databse: b',
      'The target has no key "databse"; did you mean "database"?',
    ],
    ['units that are none', 'endpoint: "https://a", ru: 0', '"ru" of the target has to be a whole number'],
  ])('reports %s', async (_, settings, problem) => {
    const { problems } = await reading(target(settings), { env: ENV });
    expect(problems.map(({ message }) => message).join('\n')).toContain(problem);
    expect(JSON.stringify(problems)).not.toContain('a2V5');
  });

  it('takes http for a server on this machine', async () => {
    expect(await problemsOf(target('endpoint: "http://127.0.0.1:8081"'))).toEqual([]);
  });
});

function target(settings: string): string {
  return planWith({ more: `target: { cosmos: { ${settings}, database: shop } }` });
}
