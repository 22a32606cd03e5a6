// Is a container refused where the service would refuse it, and warned of where it might?
import { describe, expect, it } from 'vitest';
import { planWith, problemsOf, reading } from './reading.ts';

const letters = 'abcdefghijklmnopqrs'.split('');
const paths = (count: number): string =>
  letters
    .slice(0, count)
    .map((letter) => `/${letter}`)
    .join(', ');
const container = (settings: string): string => planWith({ containers: `c: { entities: post, ${settings} }` });
const keyed = (keys: string): string => container(`partitionKey: /pk, uniqueKeys: ${keys}`);

/** Where the settings begin, and where the keys do. */
const [SETTINGS, KEYS] = [24, 55];

const CASES: readonly (readonly [what: string, text: string, problems: readonly string[]])[] = [
  [
    'no partition key',
    planWith({ containers: 'c: { entities: post }' }),
    ['5:6 missing-key The container "c" needs "partitionKey".'],
  ],
  [
    'a key that is misspelt',
    container('partitionkey: /id'),
    [
      '5:6 missing-key The container "c" needs "partitionKey".',
      `5:${SETTINGS} unknown-key The container "c" has no key "partitionkey"; did you mean "partitionKey"?`,
    ],
  ],
  [
    'an empty partition key',
    container('partitionKey: []'),
    ['5:38 invalid-partition-key "partitionKey" of c names no path.'],
  ],
  [
    'four levels',
    container('partitionKey: [/a, /b, /c, /d]'),
    ['5:51 invalid-partition-key "partitionKey" of c has 4 levels; the service takes 3 at most.'],
  ],
  [
    'a level twice',
    container('partitionKey: [/a, /a]'),
    ['5:43 invalid-partition-key "partitionKey" of c names /a twice.'],
  ],
  [
    'a partition key without slash',
    container('partitionKey: id'),
    ['5:38 invalid-partition-key "partitionKey" of c: a path starts with "/", found "id"; write "/id".'],
  ],
  [
    'the whole document as partition key',
    container('partitionKey: /'),
    ['5:38 invalid-partition-key "partitionKey" of c: "/" is the whole document, and a property is needed.'],
  ],
  [
    'a wildcard in a partition key',
    container('partitionKey: /items/*/sku'),
    [
      '5:38 invalid-partition-key "partitionKey" of c: "/items/*/sku" goes through an array, which the service refuses; split the array off or copy one value beside it.',
    ],
  ],
  [
    'an element in a unique key',
    keyed('[/images/0]'),
    [
      `5:${KEYS + 1} invalid-unique-key "uniqueKeys" of c: "0" in "/images/0" means an element of an array, which the service refuses; quote it ("\\"0\\"") if a property is meant.`,
    ],
  ],
  [
    'the other spelling of a wildcard',
    keyed(`['/items/"[]"/sku', '/items/[]']`),
    [
      expect.stringMatching(/^5:56 invalid-unique-key .* "\[\]" in .* is a sign of indexing policies/),
      expect.stringMatching(/^5:75 invalid-unique-key .* goes through an array/),
    ] as string[],
  ],
  [
    'the sign of an indexing policy',
    keyed('["/a/?"]'),
    [
      `5:${KEYS + 1} invalid-unique-key "uniqueKeys" of c: "?" in "/a/?" is a sign of indexing policies; name the property alone.`,
    ],
  ],
  [
    'a comma in a path',
    keyed('["/a,/b"]'),
    [
      `5:${KEYS + 1} invalid-unique-key "uniqueKeys" of c: "/a,/b" holds a comma; several paths of one key are a list, as in [/a, /b].`,
    ],
  ],
  [
    'a unique key without slash',
    keyed('[email]'),
    [`5:${KEYS + 1} invalid-unique-key "uniqueKeys" of c: a path starts with "/", found "email"; write "/email".`],
  ],
  [
    'a unique key whose name holds a slash, without quotes',
    keyed('[a/b]'),
    [
      `5:${KEYS + 1} invalid-unique-key "uniqueKeys" of c: a path starts with "/", found "a/b"; write "/a/b", or '/"a/b"' if the name holds the slash.`,
    ],
  ],
  [
    'a constraint without path',
    keyed('[[]]'),
    [`5:${KEYS + 1} invalid-unique-key A constraint of "uniqueKeys" of c names no path.`],
  ],
  [
    'unique keys that are no list',
    keyed('/a'),
    [`5:${KEYS} wrong-type "uniqueKeys" of c has to be a list, found the text "/a".`],
  ],
  [
    'eleven constraints',
    keyed(`[${paths(11)}]`),
    [`5:${KEYS + 41} unique-key-limit "uniqueKeys" of c has 11 constraints; the service takes 10 at most.`],
  ],
  [
    'seventeen paths in one',
    keyed(`[[${paths(17)}]]`),
    [`5:${KEYS + 66} unique-key-limit A constraint of "uniqueKeys" of c has 17 paths; the service takes 16 at most.`],
  ],
  [
    'seventeen paths in all',
    keyed(`[[${paths(16)}], /z]`),
    [
      `5:${KEYS} unique-key-limit warning: "uniqueKeys" of c has 17 paths in all; one page of the service's documentation allows 16 in one constraint, another 16 in all.`,
    ],
  ],
  [
    'a constraint that repeats the partition key',
    keyed('[[/pk, /email]]'),
    [
      `5:${KEYS + 1} redundant-unique-key warning: /pk is in the partition key, and a unique key holds within one logical partition, so that naming it again changes nothing.`,
    ],
  ],
  [
    'a constraint on the partition key alone',
    keyed('[/pk]'),
    [
      `5:${KEYS + 1} redundant-unique-key warning: /pk is in the partition key, and a unique key holds within one logical partition, so that each logical partition could hold one document only.`,
    ],
  ],
  [
    'a constraint on the id',
    keyed('[/id]'),
    [`5:${KEYS + 1} redundant-unique-key warning: /id is unique in each logical partition without a unique key.`],
  ],
  [
    'unique keys beside the id in the partition key',
    container('partitionKey: [/tenant, /id], uniqueKeys: [/email]'),
    [
      '5:66 without-effect warning: "uniqueKeys" of c refuse nothing: they hold within one logical partition, and with /id in the partition key each of these holds one document only; partition by something that documents share, or leave them out.',
    ],
  ],
  [
    'a constraint twice, in another order',
    keyed('[[/a, /b], [/b, /a]]'),
    [`5:${KEYS + 11} redundant-unique-key warning: The constraint on /b, /a stands twice.`],
  ],
  [
    'a path twice in one constraint',
    keyed('[[/a, /a]]'),
    [`5:${KEYS + 6} redundant-unique-key warning: A constraint of "uniqueKeys" of c names /a twice.`],
  ],
  [
    'times to live the service would not take',
    container('partitionKey: /id, ttl: 0'),
    ['5:48 invalid-ttl "ttl" of c has to be a whole number from 1 to 2147483647, found 0.'],
  ],
  [
    'a time to live that is another word',
    container('partitionKey: /id, ttl: on'),
    ['5:48 wrong-type "ttl" of c has to be enabled or a number of seconds, found the text "on".'],
  ],
  [
    'a name the service would not take',
    container('partitionKey: /id, name: a/b'),
    [
      '5:49 invalid-name "name" of c has at most 255 characters, none of / \\ # ?, and no blank at its ends, found "a/b".',
    ],
  ],
  [
    'a key that could not name a file',
    planWith({ containers: '"a/b": { entities: post, partitionKey: /id }' }),
    [
      '5:3 invalid-name A container\'s key here names files and is made of letters, digits, "-", "_" and "."; "a/b" can be its "name".',
    ],
  ],
  [
    'two containers of one name',
    planWith({
      containers: 'a: { entities: post, partitionKey: /id }\nb: { entities: post, partitionKey: /id, name: a }',
    }),
    ['6:3 invalid-name The containers a and b have the same name in the database.'],
  ],
  [
    'two containers whose files would be one',
    planWith({ containers: 'a: { entities: post, partitionKey: /id }\nA: { entities: post, partitionKey: /id }' }),
    ['6:3 invalid-name The containers a and A differ in case only, and their files would be one on many machines.'],
  ],
  [
    'an unknown entity',
    planWith({ containers: 'c: { entities: [post, psot], partitionKey: /id }' }),
    ['5:25 unknown-entity "entities" of c: there is no entity "psot"; did you mean "post"?'],
  ],
  [
    'other words where one of few is possible',
    container('partitionKey: /id, write: upsrt, onConflict: stop, conflicts: arrivals'),
    [
      '5:50 invalid-value "write" of c cannot be "upsrt"; did you mean "upsert"?',
      '5:69 invalid-value "onConflict" of c cannot be "stop"; possible: reject, abort.',
      '5:86 invalid-value "conflicts" of c cannot be "arrivals"; did you mean "arrival"?',
    ],
  ],
  [
    'throughput that cannot be bought',
    container('partitionKey: /id, throughput: { autoscale: 4500, during: 400 }'),
    [
      '5:68 invalid-policy "autoscale" has to be a multiple of 1000 RU/s, found 4500.',
      '5:82 invalid-policy "during" goes with "manual" throughput only.',
    ],
  ],
  [
    'throughput of another kind',
    container('partitionKey: /id, throughput: endless'),
    [
      '5:55 invalid-policy "throughput" of c cannot be "endless"; possible: serverless, shared, { autoscale: 4000 }, { manual: 400 }.',
    ],
  ],
  [
    'a key of the service itself',
    keyed('[/_ts]'),
    [
      `5:${KEYS + 1} invalid-unique-key "uniqueKeys" of c: _ts belongs to the service and never gets into a container from a document; copy its value to a property of another name.`,
    ],
  ],
];

describe('a container', () => {
  it.each(CASES)('is reported with %s', async (_, text, problems) => {
    expect(await problemsOf(text)).toEqual(problems);
  });

  it('may have what the service allows at most', async () => {
    const full = container(
      `partitionKey: [/x, /y, /z], uniqueKeys: [[${paths(7)}], /h, /i, /j, /k, /l, /m, /n, /o, /p], ttl: 2147483647`,
    );
    expect(await problemsOf(full)).toEqual([]);
    expect(await problemsOf(keyed(`[[${paths(16)}]]`))).toEqual([]);
  });

  it('may name a property of digits in quotes', async () => {
    expect(await problemsOf(keyed(`['/sales/"2020"']`))).toEqual([]);
  });

  it('keeps its other policies', async () => {
    const { plan, problems } = await reading(
      container(
        'partitionKey: /id, throughput: { manual: 400, during: 10000 }, analyticalTtl: -1, indexing: { only: [/a/?] }',
      ),
    );
    expect(problems).toEqual([]);
    expect(plan?.containers[0]?.policies).toEqual({
      indexing: { only: ['/a/?'] },
      throughput: { manual: 400, during: 10000 },
      analyticalTtl: -1,
    });
  });
});
