// Is text that is no plan refused with its place and a sentence that helps?
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { processorTime } from '../processor-time.ts';
import { readPlan } from '../../src/plan/read.ts';
import { planWith, problemsOf, reading } from './reading.ts';

const EMPTY = 'The plan is empty; it needs at least name, source and containers.';

const CASES: readonly (readonly [what: string, text: string, problems: readonly string[]])[] = [
  ['nothing at all', '', [`1:1 empty ${EMPTY}`]],
  ['comments only', '# soon\n', [`1:1 empty ${EMPTY}`]],
  ['a document without content', '---\n...\n', [`1:1 empty ${EMPTY}`]],
  ['a list', '- a\n', ['1:1 wrong-type A plan is a map with keys like name, source and containers.']],
  [
    'a tab as indentation',
    'name: a\nsource:\n\tfile: b\n',
    ['3:1 syntax A tab stands where YAML wants spaces; indent with spaces.'],
  ],
  ['a bare star', 'for: *', ['1:6 syntax A bare * means an alias in YAML; put a text that begins with * in quotes.']],
  ['a missing comma', 'a: { b: x c: y }', ['1:9 syntax A comma is missing between two entries in { } or [ ].']],
  ['a missing comma behind a list', 'a: { b: [x] c: }', ['1:14 syntax A comma is missing before this place.']],
  [
    'a bracket that is not closed',
    'a: { b: 1\nc: 2',
    ['2:1 syntax A bracket, [ or {, is opened before this place and not closed.'],
  ],
  ['a quote that is not closed', 'name: "a\n', ['1:9 syntax A quote is opened and not closed.']],
  [
    'a template without quotes',
    'name: {/a}-{/b}\n',
    ['1:11 syntax The line goes on behind a value that has ended; put the whole text in quotes.'],
  ],
  [
    'documents in the place of a plan',
    '{"id":"1","lines":[{"sku":"a"}]}\n{"id":"2"}\n',
    [
      '1:1 syntax This is a file of documents, one in each line, and no plan; a plan names it as its source, as in "source: { file: posts.ndjson }".',
    ],
  ],
  [
    'a bracket too many, and what comes of it',
    'name: a\n}\nsource: { file: b }\n- c\n',
    ['2:1 syntax "}" stands where YAML expects something else; put a text that holds it in quotes.'],
  ],
  [
    'a line that goes on, and what comes of it',
    'name: "a" "b": {"c"}\n',
    ['1:7 syntax A second ": " stands in one line; put a text that holds ": " in quotes.'],
  ],
  ['an unknown tag', 'name: !secret a\n', ['1:7 syntax Unresolved tag: !secret.']],
  ...(
    [
      ['!!binary aGk=', 'binary'],
      ['!!timestamp 2024-01-01', 'timestamp'],
      ['!!merge <<', 'merge'],
      ['!!set { a, b }', 'set'],
      ['!!omap [{ a: 1 }]', 'omap'],
      ['!!pairs [{ a: 1 }]', 'pairs'],
    ] as const
  ).map(([value, tag]): (typeof CASES)[number] => [
    `what JSON does not have: ${value}`,
    `version: 1\nname: a\ndescription: ${value}\nsource: { file: a }\ncontainers: { c: { entities: document, partitionKey: /id } }\n`,
    [
      `3:${14 + tag.length + 3} syntax The tag !!${tag} makes something that JSON does not have; leave it out, or put the value in quotes.`,
    ],
  ]),
  [
    'an alias without anchor',
    'version: 1\nname: *blog\nsource: { file: a }\ncontainers: { c: { entities: document, partitionKey: /id } }\n',
    [
      '1:1 missing-key The plan needs "name".',
      '2:7 unknown-alias The alias *blog names an anchor that is not set before this place.',
    ],
  ],
  [
    'an alias that holds itself',
    'version: 1\nname: a\nsource: { file: a }\ncontainers: { c: { entities: document, partitionKey: /id } }\ntransforms: &all\n  - erase: *all\n',
    [
      '6:5 invalid-step This item of the transforms names no step.',
      '6:12 unknown-alias The alias *all names an anchor that holds this alias itself or cannot be read.',
    ],
  ],
];

describe('text that is no plan', () => {
  it.each(CASES)('reports %s', async (_, text, problems) => {
    expect(await problemsOf(text)).toEqual(problems);
  });

  it('reports a second document, and problems of the first one as well', async () => {
    const problems = await problemsOf(`${planWith({ more: 'colour: red' })}\n---\nname: b\n`);
    expect(problems).toEqual([
      expect.stringMatching(/^6:1 unknown-key The plan has no key "colour"; possible: version, name, /),
      '7:1 several-documents A plan is one YAML document, and here a second one begins; keep each plan in a file of its own.',
    ]);
  });

  it('reports a key that stands twice, with the line of the first, in JSON too', async () => {
    const yaml = await problemsOf(planWith({ more: 'name: other' }));
    expect(yaml).toEqual(['6:1 duplicate-key The key "name" stands twice in this map; it is in line 2 already.']);
    const json =
      '{"version":1,"name":"a","name":"b","source":{"file":"a"},"containers":{"c":{"entities":["document"],"partitionKey":"/id"}}}';
    expect(await problemsOf(json)).toEqual([
      '1:25 duplicate-key The key "name" stands twice in this map; it is in line 1 already.',
    ]);
  });

  it('reports a key that is no text', async () => {
    expect(await problemsOf(planWith({ more: '? [a, b]\n: 1' }))).toEqual([
      '6:3 key-not-text A key has to be a text; put it in quotes.',
    ]);
  });

  it('counts columns in UTF-16 units and lines by CRLF as well', async () => {
    const text = planWith({ more: 'description: "🙂"\ncolour: red' }).replaceAll('\n', '\r\n');
    expect(await problemsOf(text)).toEqual([expect.stringMatching(/^7:1 unknown-key /)]);
    const wide = await problemsOf(planWith({ containers: '"🙂": 5' }));
    expect(wide).toEqual([
      expect.stringMatching(/^5:3 invalid-name /),
      '5:9 wrong-type The container "🙂" has to be a map, found the number 5.',
    ]);
  });

  it.each(['[', '{a: ', '- '])('reports what nests too deep (%s)', async (piece) => {
    const problems = await problemsOf(`a: \n  ${piece.repeat(20_000)}`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^2:\d+ too-large The plan nests too deep to be read\.$/);
  });

  it('reports what nests deeper than any document can', async () => {
    const problems = await problemsOf(
      planWith({ transforms: `- assign: { /a: ${'['.repeat(200)}1${']'.repeat(200)} }` }),
    );
    expect(problems[0]).toMatch(/^5:\d+ too-large The plan nests more than 150 levels deep\.$/);
  });

  it('reports aliases that grow without bound, at once', async () => {
    const levels = Array.from(
      { length: 30 },
      (_, level) => `  - &l${level} [${level === 0 ? 'lol' : `*l${level - 1}, *l${level - 1}, *l${level - 1}`}]`,
    );
    const time = await processorTime(async () => {
      const problems = await problemsOf(planWith({ more: `examples:\n${levels.join('\n')}` }));
      expect(problems).toContainEqual(
        expect.stringContaining('too-large The plan grows to more than 100000 values, aliases included.'),
      );
    });
    expect(time).toBeLessThan(2000);
  });

  it.each([
    ['01234', 'error', '01234 is read as the number 1234; write it so, or put it in quotes if text is meant.'],
    ['0x1F', 'warning', '0x1F is read as the number 31; write it so, or put it in quotes if text is meant.'],
    ['.inf', 'error', '.inf is no number that JSON has; put it in quotes if text is meant.'],
  ])('reports the number %s, which is not what it seems', async (source, severity, message) => {
    const { problems } = await reading(planWith({ transforms: `- assign: { /zip: ${source} }` }));
    expect(problems).toContainEqual(
      expect.objectContaining({ rule: 'unclear-number', severity, line: 5, column: 19, message }),
    );
  });
});

describe('anchors', () => {
  it('stand for what they name, also merged into a map', async () => {
    const { plan, problems } = await reading(`
      version: 1
      name: a
      sources:
        post: &file { file: a.ndjson, maxDocument: 1kb }
        page: { <<: *file, file: b.ndjson }
        note: *file
      containers:
        all: { entities: [post, page, note], partitionKey: /id }
    `);
    expect(problems).toEqual([]);
    expect(plan?.sources).toMatchObject([
      { entity: 'post', file: 'a.ndjson', maxDocument: 1024 },
      { entity: 'page', file: 'b.ndjson', maxDocument: 1024 },
      { entity: 'note', file: 'a.ndjson', maxDocument: 1024 },
    ]);
  });
});

describe('a file that cannot be read as a plan', () => {
  const folder = mkdtempSync(join(tmpdir(), 'remodel-plan-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const options = { env: {}, lenientTarget: true };

  it('is reported when it is missing or a folder', async () => {
    const missing = await readPlan(join(folder, 'none.yaml'), options);
    expect(missing.problems).toMatchObject([
      { line: 1, column: 1, rule: 'unreadable', message: 'The plan cannot be read: there is no such file.' },
    ]);
    const itself = await readPlan(folder, options);
    expect(itself.problems).toMatchObject([
      { rule: 'unreadable', message: 'The plan cannot be read: it is a folder.' },
    ]);
  });

  it('is reported when it is not UTF-8', async () => {
    const file = join(folder, 'latin.yaml');
    writeFileSync(file, Buffer.from('name: caf\u00e9\n', 'latin1'));
    expect((await readPlan(file, options)).problems).toMatchObject([{ rule: 'encoding' }]);
  });

  it('is reported when it is far too large', async () => {
    const file = join(folder, 'data.yaml');
    writeFileSync(file, 'a'.repeat(1024 ** 2 + 1));
    expect((await readPlan(file, options)).problems).toMatchObject([{ rule: 'too-large' }]);
  });

  it.skipIf(!existsSync('/dev/zero'))('is reported when it has no end', async () => {
    expect((await readPlan('/dev/zero', options)).problems).toMatchObject([{ rule: 'too-large' }]);
  });

  it('is read with a byte order mark', async () => {
    const file = join(folder, 'bom.yaml');
    writeFileSync(file, `\ufeff${planWith({})}`);
    expect((await readPlan(file, options)).plan?.name).toBe('blog');
  });
});
