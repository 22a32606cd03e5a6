// What the service accepts and refuses when items are created, typed anew from its documentation, tests and issues.
import { describe, expect, it } from 'vitest';
import { type ContainerSetting, created } from './single-operations.ts';

interface Case {
  readonly name: string;
  readonly setting?: ContainerSetting;
  /** Items in turn, each with the status it gets. */
  readonly items: readonly (readonly [item: unknown, status: number])[];
}

const EMAIL: ContainerSetting = { uniqueKeys: [['/email']] };

const IDS: readonly Case[] = [
  {
    name: 'one id once in a logical partition, and again in another',
    items: [
      [{ id: 'x', pk: 'a' }, 201],
      [{ id: 'x', pk: 'b' }, 201],
      [{ id: 'x', pk: 'a', n: 1 }, 409],
    ],
  },
  {
    name: 'case, composition of letters and blanks tell ids apart',
    items: ['Key', 'key', 'caf\u00e9', 'cafe\u0301', 'key ', ' key'].map((id) => [{ id, pk: 'p' }, 201] as const),
  },
  {
    name: 'escapes in the text of an id do not make it another id',
    items: [
      ['{"id":"a","pk":"p"}', 201],
      ['{"id":"\\u0061","pk":"p"}', 409],
      ['{"\\u0069d":"a","pk":"p"}', 409],
    ],
  },
  { name: 'an item without id', items: [[{ pk: 'p' }, 400]] },
  {
    name: 'an id that is no text, empty, or blank',
    items: [5, true, null, ['a'], { a: 1 }, '', '   '].map((id) => [{ id, pk: 'p' }, 400] as const),
  },
  {
    name: 'up to 1,023 bytes, which is fewer letters where they take several',
    items: [
      [{ id: 'a'.repeat(1023), pk: 'p' }, 201],
      [{ id: 'a'.repeat(1024), pk: 'p' }, 400],
      [{ id: '\u00e9'.repeat(511), pk: 'p' }, 201],
      [{ id: '\u00e9'.repeat(512), pk: 'p' }, 400],
    ],
  },
  {
    name: 'characters that a run refuses but the service takes',
    items: ['a/b', 'a\\b', 'a#b', 'a?b', 'a%20b', 'a\tb'].map((id) => [{ id, pk: 'p' }, 201] as const),
  },
];

const PARTITION_KEYS: readonly Case[] = [
  {
    name: 'each scalar, null and a missing value are partitions of their own',
    items: [
      ...['1', 1, 'true', true, false, 0, '', 'null', null, 1.5].map((pk) => [{ id: 'x', pk }, 201] as const),
      [{ id: 'x' }, 201],
      [{ id: 'x' }, 409],
      [{ id: 'x', pk: null }, 409],
      [{ id: 'x', pk: false }, 409],
    ],
  },
  {
    name: 'one double is one value, however it is written',
    items: [
      ['{"id":"x","pk":1}', 201],
      ['{"id":"x","pk":1.0}', 409],
      ['{"id":"x","pk":10e-1}', 409],
      ['{"id":"x","pk":9007199254740993}', 201],
      ['{"id":"x","pk":9007199254740992}', 409],
      ['{"id":"x","pk":-0}', 201],
      ['{"id":"x","pk":0}', 409],
    ],
  },
  {
    name: 'a path reads through objects; any other parent gives nothing',
    setting: { partitionKey: '/a/b' },
    items: [
      [{ id: 'x', a: { b: 'k' } }, 201],
      [{ id: 'x', a: null }, 201],
      [{ id: 'x', a: 'text' }, 409],
      [{ id: 'x' }, 409],
      [{ id: 'x', a: [{ b: 'k' }] }, 409],
      [{ id: 'x', 'a.b': 'k' }, 409],
      [{ id: 'x', a: { b: null } }, 201],
    ],
  },
  {
    name: 'objects and arrays are refused',
    items: [{}, { a: 1 }, [], ['k']].map((pk) => [{ id: 'x', pk }, 400] as const),
  },
  {
    name: 'up to 2,048 bytes, all of which count',
    items: [
      [{ id: 'x', pk: 'k'.repeat(2048) }, 201],
      [{ id: 'x', pk: `${'k'.repeat(2047)}j` }, 201],
      [{ id: 'x', pk: 'k'.repeat(2049) }, 400],
      [{ id: 'x', pk: '\u00e9'.repeat(1025) }, 400],
    ],
  },
  {
    name: 'the id may be the partition key',
    setting: { partitionKey: '/id' },
    items: [
      [{ id: 'x' }, 201],
      [{ id: 'x', n: 2 }, 409],
    ],
  },
  {
    name: 'every level of a hierarchical key counts, also one that is missing, null or empty',
    setting: { partitionKey: ['/a', '/b'] },
    items: [
      [{ id: 'x', a: 't' }, 201],
      [{ id: 'x', a: 't', b: null }, 201],
      [{ id: 'x', a: 't', b: '' }, 201],
      [{ id: 'x', a: 't', b: 0 }, 201],
      [{ id: 'x' }, 201],
      [{ id: 'x', b: 't' }, 201],
      [{ id: 'x', a: 't' }, 409],
      [{ id: 'x', a: 't', b: [] }, 400],
    ],
  },
];

const UNIQUE_KEYS: readonly Case[] = [
  {
    name: 'a value once in a logical partition, free in every other',
    setting: EMAIL,
    items: [
      [{ id: '1', pk: 'a', email: 'x' }, 201],
      [{ id: '2', pk: 'a', email: 'x' }, 409],
      [{ id: '2', pk: 'b', email: 'x' }, 201],
      [{ id: '3', pk: null, email: 'x' }, 201],
      [{ id: '4', email: 'x' }, 201],
      [{ id: '5', email: 'x' }, 409],
    ],
  },
  {
    name: 'a composite key compares the whole tuple, in its order',
    setting: { uniqueKeys: [['/name', '/town']] },
    items: [
      [{ id: '1', pk: 'p', name: 'N', town: 'T' }, 201],
      [{ id: '2', pk: 'p', name: 'N', town: 'T' }, 409],
      [{ id: '3', pk: 'p', name: 'N', town: 'U' }, 201],
      [{ id: '4', pk: 'p', name: 'T', town: 'N' }, 201],
      [{ id: '5', pk: 'p', name: 'NT', town: '' }, 201],
    ],
  },
  {
    name: 'each constraint is enforced by itself',
    setting: { uniqueKeys: [['/email'], ['/first', '/last']] },
    items: [
      [{ id: '1', pk: 'p', email: 'a', first: 'F', last: 'L' }, 201],
      [{ id: '2', pk: 'p', email: 'b', first: 'F', last: 'L' }, 409],
      [{ id: '3', pk: 'p', email: 'a', first: 'G', last: 'L' }, 409],
      [{ id: '4', pk: 'p', email: 'c', first: 'G', last: 'L' }, 201],
    ],
  },
  {
    name: 'missing and null are the one null, empty text is not',
    setting: EMAIL,
    items: [
      [{ id: '1', pk: 'p', email: null }, 201],
      [{ id: '2', pk: 'p' }, 409],
      [{ id: '3', pk: 'q' }, 201],
      [{ id: '4', pk: 'p', email: '' }, 201],
      [{ id: '5', pk: 'p', email: 'null' }, 201],
    ],
  },
  {
    name: 'missing parts of a composite key are null, too',
    setting: { uniqueKeys: [['/first', '/last', '/email']] },
    items: [
      [{ id: '1', pk: 'p', last: 'D', email: 'g' }, 201],
      [{ id: '2', pk: 'p', first: null, last: 'D', email: 'g' }, 409],
      [{ id: '3', pk: 'p' }, 201],
      [{ id: '4', pk: 'p', first: null, last: null }, 409],
    ],
  },
  {
    name: 'text is compared by code unit: no case folding, trimming or normalisation',
    setting: EMAIL,
    items: [
      ...['caf\u00e9', 'cafe\u0301', 'cafe', 'cafe ', '\uff43afe', 'CAFE'].map(
        (email, i) => [{ id: String(i), pk: 'p', email }, 201] as const,
      ),
      ['{"id":"e","pk":"p","email":"caf\\u00e9"}', 409],
    ],
  },
  {
    name: 'lone surrogates differ from each other and from the character for what cannot be shown',
    setting: EMAIL,
    items: [
      ['{"id":"1","pk":"p","email":"\\ud83d"}', 201],
      ['{"id":"2","pk":"p","email":"\\ud83c"}', 201],
      ['{"id":"3","pk":"p","email":"\\ufffd"}', 201],
      ['{"id":"4","pk":"p","email":"\\ud83d\\ude00"}', 201],
      [`{"id":"5","pk":"p","email":"\u{1f600}"}`, 409],
      ['{"id":"6","pk":"p","email":"\\uD83D"}', 409],
    ],
  },
  {
    name: 'types differ: 1 is not "1", null is not "null", false is not 0',
    setting: EMAIL,
    items: [1, '1', true, 'true', 0, false, '', null, 'null'].map(
      (email, i) => [{ id: String(i), pk: 'p', email }, 201] as const,
    ),
  },
  {
    name: 'numbers that are one double are one value',
    setting: EMAIL,
    items: (
      [
        ['1', 201],
        ['1.0', 409],
        ['1e0', 409],
        ['100e-2', 409],
        ['1.0000000000000002', 201],
        ['0', 201],
        ['-0', 409],
        ['9007199254740992', 201],
        ['9007199254740993', 409],
      ] as const
    ).map(([digits, status], i) => [`{"id":"${i}","pk":"p","email":${digits}}`, status] as const),
  },
  {
    name: 'names on a path are compared with their case, and arrays on it yield nothing',
    setting: { uniqueKeys: [['/address/zip']] },
    items: [
      [{ id: '1', pk: 'p', address: { Zip: 'a' } }, 201],
      [{ id: '2', pk: 'p', address: { zip: 'a' } }, 201],
      [{ id: '3', pk: 'p', address: [{ zip: 'b' }] }, 409],
      [{ id: '4', pk: 'p', address: 'text' }, 409],
    ],
  },
  {
    name: 'a segment of digits is a property and no element',
    setting: { uniqueKeys: [['/tags/0']] },
    items: [
      [{ id: '1', pk: 'p', tags: ['a'] }, 201],
      [{ id: '2', pk: 'p', tags: ['b'] }, 409],
      [{ id: '3', pk: 'p', tags: { 0: 'a' } }, 201],
    ],
  },
  {
    name: 'objects and arrays are compared whole, key order aside',
    setting: EMAIL,
    items: [
      ['{"id":"1","pk":"p","email":{"a":1,"b":[1,2]}}', 201],
      ['{"id":"2","pk":"p","email":{"b":[1.0,2],"a":1}}', 409],
      ['{"id":"3","pk":"p","email":{"a":1,"b":[2,1]}}', 201],
      ['{"id":"4","pk":"p","email":["a",1]}', 201],
      ['{"id":"5","pk":"p","email":{}}', 201],
      ['{"id":"6","pk":"p","email":[]}', 201],
    ],
  },
  {
    name: 'with a hierarchical key the full key is the scope',
    setting: { partitionKey: ['/tenant', '/user'], uniqueKeys: [['/email']] },
    items: [
      [{ id: '1', tenant: 't', user: 'a', email: 'x' }, 201],
      [{ id: '2', tenant: 't', user: 'b', email: 'x' }, 201],
      [{ id: '3', tenant: 't', user: 'a', email: 'x' }, 409],
    ],
  },
];

const LIMITS: readonly Case[] = [
  {
    name: '2,097,152 bytes of minified text',
    items: [
      [`{ "id" : "1" , "pk" : "p" , "s" : "${'x'.repeat(2_097_152 - 26)}" }`, 201],
      [`{"id":"2","pk":"p","s":"${'x'.repeat(2_097_152 - 25)}"}`, 413],
      [`{"id":"3","pk":"p","s":"${'\u00e9'.repeat(1_048_570)}"}`, 413],
    ],
  },
  {
    name: '128 levels, the document itself counted',
    items: [
      [`{"id":"1","pk":"p","a":${'['.repeat(127)}${']'.repeat(127)}}`, 201],
      [`{"id":"2","pk":"p","a":${'['.repeat(128)}${']'.repeat(128)}}`, 400],
      [`{"id":"3","pk":"p","a":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`, 400],
    ],
  },
  {
    name: 'any number and length of properties',
    items: [
      [
        {
          id: '1',
          pk: 'p',
          ...Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`p${i}`, i])),
          ['n'.repeat(2000)]: 1,
        },
        201,
      ],
    ],
  },
  {
    name: 'a time to live of -1 or a positive whole number, where the container has a default',
    setting: { defaultTtl: -1 },
    items: [-1, 1, 2_147_483_647, '60.0', 0, -2, null, '"60"', 1.5, 2_147_483_648, '{}'].map(
      (ttl, i) => [`{"id":"${i}","pk":"p","ttl":${ttl}}`, i < 4 ? 201 : 400] as const,
    ),
  },
  { name: 'any time to live where it has none', items: [[{ id: '1', pk: 'p', ttl: 'soon' }, 201]] },
  {
    name: 'only JSON objects',
    items: [
      ['[]', 400],
      ['"text"', 400],
      ['{"id":"1"', 400],
      ['{"id":"1","pk":"p",}', 400],
    ],
  },
];

describe.each([
  ['ids', IDS],
  ['partition keys', PARTITION_KEYS],
  ['unique keys', UNIQUE_KEYS],
  ['limits of an item', LIMITS],
] as const)('created items: %s', (_area, cases) => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', (_name, { setting = {}, items }: Case) => {
    const bodies = items.map(([body]) => body);
    expect(created(setting, bodies)).toEqual(items.map(([, status]) => status));
  });
});
