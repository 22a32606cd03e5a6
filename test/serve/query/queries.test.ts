import type { Container, FeedOptions, SqlQuerySpec } from '@azure/cosmos';
import { describe, expect, it } from 'vitest';
import { type LocalAccount, localAccount, newContainer, refusal } from '../local-account.ts';
import { raw } from '../raw-request.ts';

const TEAMS = ['red', 'green', 'blue'];

interface Item {
  readonly id: string;
  readonly n: number;
  readonly team: string;
  readonly few?: number;
}

const ITEMS: readonly Item[] = Array.from({ length: 20 }, (_, at) => ({
  id: String(at),
  pk: `p${at}`,
  n: (at * 7) % 20,
  team: TEAMS[at % 3]!,
  tags: at % 2 === 0 ? ['even', `t${at}`] : [],
  ...(at < 5 ? { few: at + 0.5, deep: { of: { it: at } } } : {}),
}));

/** Twenty items, each in a partition of its own, over four ranges. */
async function filled(): Promise<LocalAccount & { readonly container: Container }> {
  const account = await localAccount({ ranges: 4 });
  const container = await newContainer(account, {
    indexingPolicy: {
      includedPaths: [{ path: '/*' }],
      compositeIndexes: [
        [
          { path: '/team', order: 'ascending' },
          { path: '/n', order: 'descending' },
        ],
      ],
    },
  });
  await container.items.bulk(ITEMS.map((body) => ({ operationType: 'Create', resourceBody: { ...body } })));
  return { ...account, container };
}

async function find(container: Container, query: string | SqlQuerySpec, options?: FeedOptions): Promise<unknown[]> {
  return (await container.items.query<unknown>(query, options).fetchAll()).resources;
}

describe('a query over several ranges', () => {
  it.each<[string, readonly unknown[]]>([
    ['SELECT VALUE c.n FROM c WHERE c.n < 4 ORDER BY c.n', [0, 1, 2, 3]],
    ['SELECT VALUE c.n FROM c WHERE c.n >= 17 ORDER BY c.n DESC', [19, 18, 17]],
    ['SELECT TOP 3 VALUE c.n FROM c ORDER BY c.n', [0, 1, 2]],
    [
      'SELECT TOP 2 c.n, c.id AS name FROM c ORDER BY c.n',
      [
        { n: 0, name: '0' },
        { n: 1, name: '3' },
      ],
    ],
    ['SELECT VALUE c.n FROM c ORDER BY c.n OFFSET 5 LIMIT 4', [5, 6, 7, 8]],
    ['SELECT VALUE c.n FROM c ORDER BY c.n OFFSET 18 LIMIT 4', [18, 19]],
    ['SELECT VALUE c.few FROM c ORDER BY c.few DESC', [4.5, 3.5, 2.5, 1.5, 0.5]],
    [
      'SELECT TOP 3 VALUE [c.team, c.n] FROM c ORDER BY c.team, c.n DESC',
      [
        ['blue', 19],
        ['blue', 18],
        ['blue', 17],
      ],
    ],
    ['SELECT VALUE COUNT(1) FROM c', [20]],
    ['SELECT VALUE COUNT(c.few) FROM c', [5]],
    ['SELECT VALUE COUNT(1) FROM c WHERE c.n > 100', [0]],
    ['SELECT VALUE SUM(c.n) FROM c', [190]],
    ['SELECT VALUE AVG(c.few) FROM c', [2.5]],
    ['SELECT VALUE MIN(c.few) FROM c', [0.5]],
    ['SELECT VALUE MAX(c.team) FROM c', ['red']],
    ['SELECT COUNT(1) AS all, MAX(c.n) AS top FROM c', [{ all: 20, top: 19 }]],
    ['SELECT COUNT(1) FROM c', [{ $1: 20 }]],
  ])('%s', async (query, expected) => {
    const { container } = await filled();
    expect(await find(container, query)).toEqual(expected);
    // In pages of three, too.
    expect(await find(container, query, { maxItemCount: 3 })).toEqual(expected);
  });

  it.each<[string, readonly unknown[]]>([
    ['SELECT DISTINCT VALUE c.team FROM c', TEAMS],
    ['SELECT DISTINCT c.team FROM c', TEAMS.map((team) => ({ team }))],
    [
      'SELECT c.team, COUNT(1) AS n, MIN(c.n) AS least FROM c GROUP BY c.team',
      [
        { team: 'red', n: 7, least: 0 },
        { team: 'green', n: 7, least: 7 },
        { team: 'blue', n: 6, least: 14 },
      ],
    ],
  ])('%s, in any order', async (query, expected) => {
    const { container } = await filled();
    const found = await find(container, query, { maxItemCount: 2 });
    expect(found).toHaveLength(expected.length);
    expect(found).toEqual(expect.arrayContaining([...expected]));
  });

  it('is not answered for all of them at once where one range does not have the answer, but told to be planned', async () => {
    const account = await filled();
    const send = async (query: string, more: Record<string, string> = {}): Promise<[number, string | null]> => {
      const headers = { 'content-type': 'application/query+json', 'x-ms-documentdb-isquery': 'true', ...more };
      const { status, headers: answered } = await raw(
        account,
        'POST',
        'docs',
        JSON.stringify({ query }),
        undefined,
        headers,
      );
      return [status, answered.get('x-ms-substatus')];
    };
    expect(await send('SELECT VALUE COUNT(1) FROM c')).toEqual([400, '1004']);
    expect(await send('SELECT * FROM c ORDER BY c.n')).toEqual([400, '1004']);
    expect(await send('SELECT TOP 1 * FROM c')).toEqual([400, '1004']);
    expect(await send('SELECT * FROM c WHERE c.n > 3')).toEqual([200, null]);
    expect(await send('SELECT VALUE COUNT(1) FROM c', { 'x-ms-documentdb-partitionkeyrangeid': '2' })).toEqual([
      200,
      null,
    ]);
  });

  it('goes on by continuations, page by page', async () => {
    const { container } = await filled();
    const options = { maxItemCount: 4, enableQueryControl: true, forceQueryPlan: true };
    const seen: unknown[] = [];
    let continuationToken: string | undefined;
    for (let page = 0; page === 0 || continuationToken !== undefined; page++) {
      expect(page).toBeLessThan(40);
      const query = 'SELECT VALUE c.n FROM c WHERE c.n != 7 ORDER BY c.n';
      const more = continuationToken === undefined ? {} : { continuationToken };
      const found = await container.items.query<unknown>(query, { ...options, ...more }).fetchNext();
      seen.push(...(found.resources ?? []));
      continuationToken = found.continuationToken;
    }
    expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => n).filter((n) => n !== 7));
  });
});

describe('a query', () => {
  it.each<[string, (item: Item) => boolean]>([
    ['c.n IN (1, 2, "3")', ({ n }) => n === 1 || n === 2],
    ['c.n NOT IN (1, 2, 3, 4, 5)', ({ n }) => n < 1 || n > 5],
    ['c.n BETWEEN 3 AND 5', ({ n }) => n >= 3 && n <= 5],
    ['c.n NOT BETWEEN 1 AND 18', ({ n }) => n === 0 || n === 19],
    ['c.team LIKE "%ee_" AND c.n < 8', ({ team, n }) => team === 'green' && n < 8],
    ['c.team NOT LIKE "[rb]%"', ({ team }) => team === 'green'],
    ['STARTSWITH(c.team, "RE", true) AND c.n < 5', ({ team, n }) => team === 'red' && n < 5],
    ['CONTAINS(c.team, "lu") AND c.n > 15', ({ team, n }) => team === 'blue' && n > 15],
    ['ARRAY_CONTAINS(c.tags, "t4") OR ARRAY_LENGTH(c.tags) > 5', ({ id }) => id === '4'],
    ['c.deep.of.it = 2 OR c["deep"]["of"]["it"] = 3', ({ id }) => id === '2' || id === '3'],
    ['c.tags[1] = "t6"', ({ id }) => id === '6'],
    ['IS_DEFINED(c.few) AND NOT (c.few > 2)', ({ few = 9 }) => few < 2],
    ['NOT IS_DEFINED(c.few)', ({ few }) => few === undefined],
    ['c.few > 100 OR c.n = 0', ({ n }) => n === 0],
    ['NOT (c.few > 1)', ({ few = 9 }) => few <= 1],
    ['NOT c.few > 1 AND c.n < 100', ({ few = 9 }) => few <= 1],
    ['c.n + 1 = 4 * 2 - 1', ({ n }) => n === 6],
    ['(c.n % 10) = 3', ({ n }) => n % 10 === 3],
    ['-c.n = -3', ({ n }) => n === 3],
    ['(c.few ?? -1) = -1 AND c.n < 4', ({ few, n }) => few === undefined && n < 4],
    ['(c.n = 0 ? true : c.n = 1)', ({ n }) => n < 2],
    ['LENGTH(c.team) = 3 AND UPPER(c.team) = "RED"', ({ team }) => team === 'red'],
    ['c.id || c.team = "1green"', ({ id }) => id === '1'],
    ["c.id = '\\u0031' AND c.team != 'it\\'s'", ({ id }) => id === '1'],
    ['c.tags = ["even", "t8"]', ({ id }) => id === '8'],
    ['c.deep = {"of": {"it": 4}}', ({ id }) => id === '4'],
    ['c.n != "1"', () => false],
    ['c.team > 5', () => false],
    ['c.deep != {"of": 1} OR c.tags != []', () => false],
    ['c._ts > 0 AND IS_STRING(c._etag) AND c.n = 0', ({ n }) => n === 0],
    ['c.n = 0 -- the first\n', ({ n }) => n === 0],
  ])('finds by %s', async (condition, expected) => {
    const { container } = await filled();
    const found = await find(container, `SELECT VALUE c.id FROM items AS c WHERE ${condition}`);
    expect(found.map(String).toSorted()).toEqual(
      ITEMS.filter(expected)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it('gets parameters, also for numbers of items', async () => {
    const { container } = await filled();
    const parameters = [
      { name: '@most', value: 2 },
      { name: '@teams', value: ['red', 'blue'] },
    ];
    const query = 'SELECT TOP @most VALUE c.n FROM c WHERE ARRAY_CONTAINS(@teams, c.team) ORDER BY c.n';
    expect(await find(container, { query, parameters })).toEqual([0, 1]);
    const missing = find(container, 'SELECT * FROM c WHERE c.n = @nothing');
    expect(await refusal(missing)).toMatchObject({ status: 400 });
  });

  it('is answered for one partition key at once, whatever it asks', async () => {
    const account = await localAccount({ ranges: 4 });
    const container = await newContainer(account);
    for (const n of [3, 1, 2]) await container.items.create({ id: String(n), pk: 'a', n });
    await container.items.create({ id: '9', pk: 'b', n: 9 });
    for (const maxItemCount of [1, 2, 100]) {
      const options = { partitionKey: 'a', maxItemCount };
      expect(await find(container, 'SELECT VALUE c.n FROM c ORDER BY c.n DESC', options)).toEqual([3, 2, 1]);
      expect(await find(container, 'SELECT VALUE c.n FROM c ORDER BY c.n OFFSET 1 LIMIT 1', options)).toEqual([2]);
      expect(await find(container, 'SELECT VALUE c.n FROM c OFFSET 1 LIMIT 5', options)).toEqual([1, 2]);
      expect(await find(container, 'SELECT TOP 2 VALUE c.n FROM c', options)).toEqual([3, 1]);
      expect(await find(container, 'SELECT VALUE SUM(c.n) FROM c', options)).toEqual([6]);
    }
  });

  it('is sorted anew when something has changed between two pages', async () => {
    const container = await newContainer(await localAccount());
    for (const n of [1, 2, 3, 4]) await container.items.create({ id: String(n), pk: 'a', n });
    const pages = container.items.query<number>('SELECT VALUE c.n FROM c ORDER BY c.n', {
      partitionKey: 'a',
      maxItemCount: 2,
    });
    expect((await pages.fetchNext()).resources).toEqual([1, 2]);
    await container.item('3', 'a').delete();
    await container.items.create({ id: '5', pk: 'a', n: 5 });
    expect((await pages.fetchNext()).resources).toEqual([4, 5]);
  });

  it('keeps the digits of what is stored, and compares numbers as doubles', async () => {
    const account = await localAccount();
    await newContainer(account);
    await raw(account, 'POST', 'docs', '{"id":"1","pk":"p","n":9007199254740993,"o":{"d":1.50,"e":1e400}}', ['p']);
    const send = async (query: string): Promise<string> => {
      const headers = { 'x-ms-documentdb-isquery': 'true' };
      const { body } = await raw(account, 'POST', 'docs', JSON.stringify({ query }), ['p'], headers);
      return body.slice(body.indexOf('['), body.lastIndexOf(']') + 1);
    };
    expect(await send('SELECT c.n, c.o FROM c')).toBe('[{"n":9007199254740993,"o":{"d":1.50,"e":1e400}}]');
    expect(await send('SELECT VALUE {"a": [c.n]} FROM c WHERE c.n = 9007199254740992')).toBe(
      '[{"a":[9007199254740993]}]',
    );
    expect(await send('SELECT VALUE MAX(c.n) FROM c')).toBe('[9007199254740993]');
    expect(await send('SELECT VALUE c.o.d FROM c ORDER BY c.n')).toBe('[1.50]');
  });

  it.each([
    'SELEC * FROM c',
    'SELECT * FROM',
    'SELECT * FROM c WHERE',
    'SELECT * FROM c WHERE a = 1',
    'SELECT * FROM c WHERE c.n = ',
    "SELECT * FROM c WHERE c.n = 'open",
    'SELECT * FROM c WHERE (c.n = 1',
    'SELECT * FROM c WHERE NO_SUCH(c.n)',
    'SELECT * FROM c WHERE COUNT(1) = 1',
    'SELECT * FROM c ORDER BY c.a, c.b',
    'SELECT * FROM c ORDER BY 1',
    'SELECT * FROM c OFFSET 1',
    'SELECT * FROM c JOIN t IN c.tags',
    'SELECT * FROM c nonsense here',
    'SELECT TOP -1 * FROM c',
    'SELECT * FROM c; DELETE',
  ])('is refused: %s', async (query) => {
    const { container } = await filled();
    expect(await refusal(find(container, query))).toMatchObject({ status: 400 });
  });
});

describe('a patch', () => {
  it('is done only where its condition is met, alone and in a batch', async () => {
    const container = await newContainer(await localAccount());
    await container.items.create({ id: 'x', pk: 'p', n: 3 });
    const operations = [{ op: 'incr', path: '/n', value: 1 }] as never;
    const item = container.item('x', 'p');
    expect(await refusal(item.patch({ condition: 'from c where c.n > 3', operations }))).toMatchObject({ status: 412 });
    expect(await item.patch({ condition: 'FROM c WHERE c.n = 3', operations })).toMatchObject({ resource: { n: 4 } });
    expect(await refusal(item.patch({ condition: 'from c where', operations }))).toMatchObject({ status: 400 });
    const patch = (condition: string): Promise<{ code?: number | undefined }> =>
      container.items.batch([{ operationType: 'Patch', id: 'x', resourceBody: { condition, operations } }], 'p');
    expect((await patch('from c where c.n = 3')).code).toBe(207);
    expect((await patch('from c where c.n = 4')).code).toBe(200);
    expect((await item.read()).resource).toMatchObject({ n: 5 });
  });
});
