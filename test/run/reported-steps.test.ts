// Documents that went wrong in other tools on their way into several: what do the steps make of them in a whole rehearsal?
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { folderWith, planIn, runIn, type Ran } from './running.ts';

interface Case {
  readonly name: string;
  readonly lines: readonly string[];
  readonly steps?: string;
  readonly source?: string;
  readonly containers?: string;
  /** Lines of each container's file. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** `line CODE`, then behind a colon what the message holds, in the order of the rejects file. */
  readonly rejects?: readonly string[];
  /** Warnings by their codes, each with its path. */
  readonly warnings?: readonly string[];
  /** What is reported for information alone, the same way. */
  readonly told?: readonly string[];
}

const CHILDREN = 'all: { entities: [document, child], partitionKey: /pk }';
const TWO =
  'all: { entities: [document], partitionKey: /id }\n  children: { entities: [child], partitionKey: /parentId }';

const cases: readonly Case[] = [
  {
    name: 'null, missing and empty arrays give no children, and null stays null',
    steps: '[{ split: { path: /l, into: child, link: { parentId: /id } } }]',
    containers: TWO,
    lines: ['{"id":"1","l":null}', '{"id":"2"}', '{"id":"3","l":[]}'],
    files: { all: ['{"id":"1","l":null}', '{"id":"2"}', '{"id":"3"}'], children: [] },
  },
  {
    name: 'text, objects and numbers are no arrays of letters or members',
    steps: '[{ split: { path: /tags, into: child, link: { parentId: /id } } }]',
    containers: TWO,
    lines: [
      '{"id":"1","tags":["a","b"]}',
      '{"id":"2","tags":"green"}',
      '{"id":"3","tags":{"0":"r"}}',
      '{"id":"4","tags":7}',
    ],
    files: {
      all: ['{"id":"1"}'],
      children: ['{"value":"a","parentId":"1","id":"1:0"}', '{"value":"b","parentId":"1","id":"1:1"}'],
    },
    rejects: ['2 NOT_AN_ARRAY: a string', '3 NOT_AN_ARRAY: an object', '4 NOT_AN_ARRAY: a number'],
  },
  {
    name: 'and one element each where the plan says so',
    steps: '[{ split: { path: /tags, into: child, lenient: true, link: { parentId: /id } } }]',
    containers: TWO,
    lines: ['{"id":"2","tags":"green"}', '{"id":"3","tags":{"0":"r"}}', '{"id":"4","tags":7}'],
    files: {
      all: ['{"id":"2"}', '{"id":"3"}', '{"id":"4"}'],
      children: [
        '{"value":"green","parentId":"2","id":"2:0"}',
        '{"0":"r","parentId":"3","id":"3:0"}',
        '{"value":7,"parentId":"4","id":"4:0"}',
      ],
    },
  },
  {
    name: 'arrays of everything stay as they are',
    lines: ['{"id":"1","c":[{"t":"hi","type":"text"},null,"s",3,true,[1]]}'],
    files: { all: ['{"id":"1","c":[{"t":"hi","type":"text"},null,"s",3,true,[1]]}'] },
  },
  {
    name: 'children without id get one that is the same in every run',
    steps: `
  - split: { path: /l, into: child, id: "{parent/id}:c{#}", link: { pk: /pk, postId: /id } }
  - type: type
    for: child`,
    containers: CHILDREN,
    lines: ['{"id":"p","pk":"b","l":[{"a":"x"},{"a":"y"}]}'],
    files: {
      all: [
        '{"id":"p","pk":"b"}',
        '{"a":"x","pk":"b","postId":"p","id":"p:c0","type":"child"}',
        '{"a":"y","pk":"b","postId":"p","id":"p:c1","type":"child"}',
      ],
    },
  },
  {
    name: 'of two children with one id the first wins; case and blanks tell ids apart',
    steps: '[{ split: { path: /l, into: child, id: "{/id}", link: { pk: /pk } } }]',
    containers: CHILDREN,
    lines: ['{"id":"p","pk":"b","l":[{"id":"c","v":1},{"id":"c","v":2},{"id":"C","v":3},{"id":"c ","v":4}]}'],
    files: {
      all: [
        '{"id":"p","pk":"b"}',
        '{"id":"c","v":1,"pk":"b"}',
        '{"id":"C","v":3,"pk":"b"}',
        '{"id":"c ","v":4,"pk":"b"}',
      ],
    },
    rejects: ['1 ID_DUPLICATE: "c"'],
    warnings: ['ID_RISKY /id'],
  },
  {
    name: 'what a parent hands down overwrites nothing in the child',
    steps: '[{ split: { path: /l, into: child, link: { pk: /pk, postId: /id } } }, { type: type }]',
    containers: CHILDREN,
    lines: ['{"id":"p","pk":"b","l":[{"id":"1","pk":"other","postId":"z","type":"reply"}]}'],
    files: { all: [] },
    rejects: ['1 TARGET_EXISTS: "pk"'],
  },
  {
    name: 'nor does the discriminator',
    steps: '[{ split: { path: /l, into: child, link: { pk: /pk } } }, { type: type }]',
    containers: CHILDREN,
    lines: ['{"id":"p","pk":"b","l":[{"id":"1","type":"reply"}]}'],
    files: { all: ['{"id":"p","pk":"b","type":"document"}'] },
    rejects: ['1 TARGET_EXISTS: type'],
  },
  {
    name: 'buckets are full but for the last, and an empty array has none',
    steps:
      '[{ bucket: { path: /r, into: child, size: 3, property: items, id: "{parent/id}-b{#}", link: { parentId: /id } } }]',
    containers: TWO,
    lines: ['{"id":"1","r":[1,2,3,4,5,6,7.0]}', '{"id":"2","r":[]}', '{"id":"3","r":[9]}'],
    files: {
      all: ['{"id":"1"}', '{"id":"2"}', '{"id":"3"}'],
      children: [
        '{"id":"1-b0","parentId":"1","items":[1,2,3]}',
        '{"id":"1-b1","parentId":"1","items":[4,5,6]}',
        '{"id":"1-b2","parentId":"1","items":[7.0]}',
        '{"id":"3-b0","parentId":"3","items":[9]}',
      ],
    },
  },
  {
    name: 'a name that is taken is numbered, and null is no reason to lose what is there',
    steps: '[{ flatten: /d }]',
    lines: ['{"id":"1","email":"old","d":[{"email":"a"},{"email":"b"},{"phone":"1","email":null}]}'],
    files: { all: ['{"id":"1","email":"old","email_2":"a","email_3":"b","phone":"1","email_4":null}'] },
    told: ['FLATTEN_COLLISION /email × 3'],
  },
  {
    name: 'a name that holds the separator is told when it meets one that is joined',
    steps: '[{ flatten: { path: /p, separator: ".", depth: 2 } }]',
    lines: ['{"id":"1","p":{"m.d":true,"m":{"d":false}}}'],
    files: { all: ['{"id":"1","p.m.d":true,"p.m.d.2":false}'] },
    told: ['FLATTEN_COLLISION /p.m.d × 1'],
  },
  {
    name: 'or rejects',
    steps: '[{ flatten: { path: /d, onConflict: reject } }]',
    lines: ['{"id":"1","email":"old","d":[{"email":"a"}]}'],
    files: { all: [] },
    rejects: ['1 FLATTEN_COLLISION: "email"'],
  },
  {
    name: 'a map of a thousand versions is told when it becomes properties, whose names keep their dots',
    steps: '[{ flatten: /time }]',
    lines: [`{"id":"p","time":{${Array.from({ length: 1001 }, (_, i) => `"1.0.${i}":0`).join(',')}}}`],
    files: { all: [`{"id":"p",${Array.from({ length: 1001 }, (_, i) => `"time_1.0.${i}":0`).join(',')}}`] },
    warnings: ['TOO_MANY_PROPERTIES '],
  },
  {
    name: 'ids beyond 2^53 become text with their digits, damaged ones as they are found',
    steps: '[{ split: { path: /l, into: child, id: "{/id}", link: { parentId: /id } } }]',
    containers: TWO,
    lines: [
      '{"id":"s","l":[{"id":505874924095815683,"t":"505874924095815683"},{"id":505874924095815800,"t":"505874924095815683"}]}',
    ],
    files: {
      all: ['{"id":"s"}'],
      children: [
        '{"id":"505874924095815683","t":"505874924095815683","parentId":"s"}',
        '{"id":"505874924095815800","t":"505874924095815683","parentId":"s"}',
      ],
    },
  },
  {
    name: 'longs of a dump keep their digits as numbers, decimals their zeros as text',
    source: ', extendedJson: true',
    lines: [
      '{"_id":{"$oid":"507f1f77bcf86cd799439011"},"at":{"$numberLong":"1491091200001"},"max":{"$numberLong":"9223372036854775807"},"price":{"$numberDecimal":"19.990"}}',
    ],
    files: {
      all: ['{"id":"507f1f77bcf86cd799439011","at":1491091200001,"max":9223372036854775807,"price":"19.990"}'],
    },
    warnings: ['NUMBER_UNSAFE /max'],
  },
  {
    name: 'and become text where a double could not hold them',
    source: ', extendedJson: true',
    steps: '[{ stringify: unsafe }]',
    lines: ['{"_id":"a","at":{"$numberLong":"1491091200001"},"max":{"$numberLong":"9223372036854775807"}}'],
    files: { all: ['{"id":"a","at":1491091200001,"max":"9223372036854775807"}'] },
  },
  {
    name: 'what only a database shell reads is told as such, and the rest is read',
    lines: ['{_id:1, x:"1"}', '{"id":"n","v":NaN}', '{"id":"i","v":Infinity}', `{'id':'q'}`, '{"id":"ok","v":1}'],
    files: { all: ['{"id":"ok","v":1}'] },
    rejects: [
      '1 LINE_INVALID: found _id (not JSON; JavaScript or mongo shell syntax?)',
      '2 LINE_INVALID: found NaN (not JSON; JavaScript or mongo shell syntax?)',
      '3 LINE_INVALID: found Infinity (not JSON; JavaScript or mongo shell syntax?)',
      '4 LINE_INVALID: a single quote (not JSON; JavaScript or Python syntax?)',
    ],
  },
  {
    name: 'what nests too deep is refused, however deep it is',
    lines: [127, 128, 5000].map((n) => `{"id":"${n}","x":${'['.repeat(n)}1${']'.repeat(n)}}`),
    files: { all: [`{"id":"127","x":${'['.repeat(127)}1${']'.repeat(127)}}`] },
    rejects: ['2 ITEM_TOO_DEEP: 129 levels', '3 ITEM_TOO_DEEP: 5001 levels'],
  },
];

describe('a rehearsal with steps', () => {
  it.each(cases)(
    '$name',
    async ({
      lines,
      steps = '[]',
      source = '',
      containers,
      files,
      rejects = [],
      warnings = [],
      told: informed = [],
    }) => {
      const ran = await rehearsed({ 'in.ndjson': lines.join('\n') }, steps, source, containers);
      expect(ran.files).toEqual(
        Object.fromEntries(Object.entries(files).map(([name, text]) => [`${name}.ndjson`, text])),
      );
      const told = ran.rejects.map(({ at, code, message }, i) => {
        const part = rejects[i]?.split(/: (.*)/)[1] ?? '';
        return `${at.line} ${code}: ${message.includes(part) ? part : message}`;
      });
      expect(told).toEqual(rejects);
      const warned = ran.report.findings.filter(
        ({ severity, code }) => severity === 'warning' && !code.endsWith('MISSING'),
      );
      expect(warned.map(({ code, path }) => `${code} ${path ?? ''}`)).toEqual(warnings);
      const info = ran.report.findings.filter(({ severity, code }) => severity === 'info' && code !== 'MIXED_TYPES');
      expect(info.map(({ code, path, count }) => `${code} ${path} × ${count}`)).toEqual(informed);
      expect(ran.report.balance.ok).toBe(true);
      expect(ran.exitStatus).toBe(rejects.length > 0 ? 9 : 0);
    },
  );

  it('of a packed file that was cut off is incomplete, and no file pretends to be whole', async () => {
    const packed = gzipSync(
      Array.from({ length: 5000 }, (_, i) => `{"id":"${i}","r":${(i * 7919) % 10_007}}`).join('\n'),
    );
    const { report, exitStatus, failure, files } = await rehearsed({
      'in.ndjson': packed.subarray(0, packed.length / 2),
    });
    expect(exitStatus).toBe(5);
    expect(failure?.message).toMatch(/gzip data ends early/);
    expect(report).toMatchObject({ incomplete: failure!.message, balance: { ok: true } });
    expect(report.entities['document']!.read).toBeGreaterThan(1000);
    expect(Object.keys(files)).toEqual([]);
  });
});

async function rehearsed(
  files: Readonly<Record<string, string | Uint8Array>>,
  steps: string = '[]',
  source: string = '',
  containers: string = 'all: { entities: [document], partitionKey: /id }',
): Promise<Ran> {
  const folder = folderWith(files);
  const plan = await planIn(
    folder,
    `version: 1\nname: reported\nsource: { file: in.ndjson${source} }\ntransforms: ${steps}\ncontainers:\n  ${containers}\n`,
  );
  return runIn(folder, plan, 'embedded');
}
