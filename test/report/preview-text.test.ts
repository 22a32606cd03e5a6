// Can people see what a step did, however long the document is, and do machines get all of it?
import { describe, expect, it } from 'vitest';
import { processorTime } from '../processor-time.ts';
import { parsedJson } from '../../src/document/parsed-json.ts';
import { changeLines } from '../../src/report/preview/change-lines.ts';
import { valueLines } from '../../src/report/preview/value-lines.ts';
import type { PreviewedDocument, PreviewedRecord } from '../../src/report/preview.ts';
import { previewJson } from '../../src/report/preview-json.ts';
import { previewText } from '../../src/report/preview-text.ts';
import { type Paint, plain } from '../../src/report/text/paint.ts';

interface Shown {
  readonly mark: string;
  readonly depth: number;
  readonly text: string;
}

function shown(lines: readonly Shown[]): string[] {
  return lines.map(({ mark, depth, text }) => `${mark} ${'  '.repeat(depth)}${text}`);
}

function changes(before: string, after: string): string[] {
  return shown(changeLines(parsedJson(before), parsedJson(after)));
}

function value(json: string): string[] {
  const { tape, root } = parsedJson(json);
  return shown(valueLines(tape, root, '', 0, ' '));
}

describe('a value', () => {
  it('stands in one line where it is short, as it is written', () => {
    expect(value('{"a":1.50,"b":[12345678901234567890,{}],"c":"\\u00e9"}')).toEqual([
      '  { "a": 1.50, "b": [12345678901234567890, {}], "c": "\\u00e9" }',
    ]);
  });

  it('stands in one line only where that is not too wide with its name and its place', () => {
    const comments = [1, 2, 3].map((n) => ({ by: `user${n}`, text: `hello ${n}` }));
    const lines = value(JSON.stringify({ id: 'p2', latest: comments, deep: { deeper: { theComments: comments } } }));
    expect(lines.filter((line) => line.length > 90)).toEqual([]);
    expect(lines).toContain('      { "by": "user1", "text": "hello 1" }');
  });

  it('shows the beginning of long arrays, objects and texts, and how much more there is', () => {
    const numbers = Array.from({ length: 1000 }, (_, i) => i);
    expect(value(JSON.stringify(numbers))).toEqual(['  [', '    0', '    1', '    2', '    … 997 more', '  ]']);
    expect(value(JSON.stringify(['x'.repeat(90), 'y', 'z', 'one more']))).toHaveLength(6);
    const many = Object.fromEntries(numbers.map((i) => [`k${i}`, i]));
    expect(value(JSON.stringify(many)).slice(-3)).toEqual(['    "k39": 39', '    … 960 more', '  }']);
    expect(value(JSON.stringify('é'.repeat(1161)))).toEqual([`  "${'é'.repeat(159)}… 1,003 more`]);
  });

  it('is cut where it is deep, however deep that is', () => {
    const deep = '{"a":['.repeat(50_000) + ']}'.repeat(50_000);
    const lines = value(deep);
    expect(lines).toHaveLength(17);
    expect(lines[8]).toBe(`  ${'  '.repeat(8)}{ … }`);
    expect(changes(deep, deep.replace('{"a":[', '{"b":1,"a":['))).toEqual([
      '  {',
      '+   "b": 1',
      ...value(deep).slice(1),
    ]);
  });

  it('does nothing to a terminal', () => {
    expect(value('"\u009B31m\u202E\u007F"')).toEqual([String.raw`  "\u009b31m\u202e\u007f"`]);
  });
});

describe('a change', () => {
  it.each<[what: string, before: string, after: string, lines: readonly string[]]>([
    ['of a value', '{"a":1,"b":2}', '{"a":1,"b":"2"}', ['    "a": 1', '~   "b": 2 → "2"']],
    ['of digits alone', '{"a":1.0}', '{"a":1}', ['~   "a": 1.0 → 1']],
    ['of the kind', '{"a":[1]}', '{"a":{"b":1}}', ['-   "a": [1]', '+   "a": { "b": 1 }']],
    [
      'of a name',
      '{"a":1,"b":2,"c":3}',
      '{"a":1,"x":2,"c":3}',
      ['    "a": 1', '+   "x": 2', '-   "b": 2', '    "c": 3'],
    ],
    [
      'deep inside',
      '{"a":{"b":[1,{"c":1}]}}',
      '{"a":{"b":[1,{"c":2}]}}',
      ['~   "a": {', '~     "b": [', '        1', '~       {', '~         "c": 1 → 2', '~       }', '~     ]', '~   }'],
    ],
    [
      'of an array that gets shorter',
      '{"a":[1,2,3,4]}',
      '{"a":[1,4]}',
      ['~   "a": [', '      1', '-     2', '-     3', '      4', '~   ]'],
    ],
    ['of one of two equal keys', '{"a":1,"a":2}', '{"a":1}', ['    "a": 1', '-   "a": 2']],
    ['of the order', '{"a":1,"b":2}', '{"b":2,"a":1}', ['    … 2 as before']],
    ['of a key like those of every object', '{"__proto__":1}', '{"__proto__":2}', ['~   "__proto__": 1 → 2']],
  ])('%s is marked', (_, before, after, lines) => {
    expect(changes(before, after)).toEqual(['  {', ...lines, '  }']);
  });

  it('counts what stays, and what is gone from a long value', () => {
    const long = JSON.stringify(Array.from({ length: 1000 }, (_, i) => i));
    expect(changes(`{"a":1,"b":2,"c":${long},"d":4}`, '{"a":1,"b":2,"d":4,"e":5}')).toEqual([
      '  {',
      '    … 2 as before',
      '-   "c": [ … 1,000 elements ]',
      '    "d": 4',
      '+   "e": 5',
      '  }',
    ]);
  });

  it('of a document with very many keys is found in no time', async () => {
    const keys = Array.from({ length: 100_000 }, (_, i) => `"k${i}":${i}`);
    const time = await processorTime(() => {
      const lines = changes(`{${keys.join(',')}}`, `{${keys.toReversed().join(',')},"x":1}`);
      expect(lines).toEqual(['  {', '    … 100,000 as before', '+   "x": 1', '  }']);
    });
    expect(time).toBeLessThan(5_000);
  });
});

const CHILD: PreviewedDocument = {
  entity: 'comment',
  before: '{"id":"p1:c1"}',
  steps: [],
  ending: { kind: 'out', text: '{"id":"p1:c1"}', arrivals: [{ container: 'comments', answer: 'same' }] },
};
const RECORD: PreviewedRecord = {
  at: { source: 'posts.ndjson', line: 7, offset: 99 },
  entity: 'post',
  document: {
    entity: 'post',
    before: '{"id":"p1","n":12345678901234567890}',
    steps: [
      { number: 1, name: 'remove', made: [], lost: [], notes: [] },
      { number: 2, name: 'rename', made: [], lost: [], notes: [] },
      {
        number: 3,
        name: 'split',
        after: '{"id":"p1","n":12345678901234567890,"x":1.50}',
        made: [CHILD, CHILD, CHILD, CHILD, CHILD],
        lost: [
          { path: '/a', count: 1 },
          { path: '/b', count: 2 },
        ],
        notes: [{ code: 'ORDER_VALUE_MISSING', path: '/c', message: 'No order.' }],
      },
    ],
    ending: {
      kind: 'out',
      text: '{"id":"p1"}',
      arrivals: [
        { container: 'posts', answer: 'written' },
        { container: 'copies', answer: { code: 'ID_INVALID', message: 'Not good.' } },
      ],
    },
  },
};

function ofEnding(ending: PreviewedDocument['ending']): PreviewedRecord {
  const steps = [{ number: 1, name: 'where', made: [], lost: [], notes: [] }];
  return { ...RECORD, document: { entity: 'post', before: '{"_id":7}', steps, ending } };
}

describe('a record', () => {
  it('is shown with its steps, what was made of it below, and its containers', () => {
    const child = [
      '',
      '    comment p1:c1, made by 3 split',
      '        { "id": "p1:c1" }',
      '      → comments, which has an equal one already',
      '        { "id": "p1:c1" }',
    ];
    expect(previewText([RECORD], plain).split('\n')).toEqual([
      'posts.ndjson:7  post p1',
      '    { "id": "p1", "n": 12345678901234567890 }',
      '  1 remove, 2 rename: nothing changed',
      '  3 split',
      '    {',
      '      … 2 as before',
      '  +   "x": 1.50',
      '    }',
      '    + made 5 × comment, see below',
      '    - lost /a',
      '    - lost /b × 2',
      '    ! ORDER_VALUE_MISSING No order.',
      '  → posts',
      '  → copies: rejected: ID_INVALID Not good.',
      '    { "id": "p1" }',
      ...child,
      ...child,
      ...child,
      '',
      '    … 2 more made by 3 split',
      '',
    ]);
  });

  it.each<[PreviewedDocument['ending'], string]>([
    [{ kind: 'filtered' }, '    filtered: it goes no further'],
    [{ kind: 'expired' }, '    expired: it goes no further'],
    [{ kind: 'consumed' }, '    goes into what this step makes of all documents'],
    [{ kind: 'merged' }, '    merged with another one of its key'],
    [{ kind: 'discarded' }, '  → nowhere: the plan discards post'],
    [{ kind: 'rejected', step: 'where', rejection: { code: 'X', message: 'Why.' } }, '    rejected: X Why.'],
    [{ kind: 'rejected', rejection: { code: 'X', message: 'Why.' } }, '    rejected: X Why.'],
  ])('says how it ended: %j', (ending, line) => {
    const lines = previewText([ofEnding(ending)], plain).split('\n');
    expect(lines[0]).toBe('posts.ndjson:7  post 7');
    expect(lines.at(-2)).toBe(line);
    expect(lines[2]).toBe(ending.kind === 'discarded' ? '  1 where: nothing changed' : '  1 where');
  });

  it('tells apart what changed nothing, what was passed by and what was gathered', () => {
    const step = { made: [], lost: [], notes: [] };
    const steps = [
      { ...step, number: 1, name: 'set' },
      { ...step, number: 2, name: 'remove', isSkipped: true },
      { ...step, number: 3, name: 'id', isSkipped: true },
      { ...step, number: 4, name: 'group', isGathered: true },
    ];
    const document = { entity: 'post', before: '{"_id":7}', steps, ending: { kind: 'discarded' } as const };
    expect(
      previewText([{ ...RECORD, document }], plain)
        .split('\n')
        .slice(2, 5),
    ).toEqual([
      '  1 set: nothing changed',
      '  2 remove, 3 id: passed by, since if: is false',
      '  4 group: gathered for what the step makes of all documents',
    ]);
  });

  it.each([
    [2, ['  of posts.ndjson:1  post 1', '  of posts.ndjson:2  post 2']],
    [4, [1, 2, 3, 4].map((n) => `  of posts.ndjson:${n}  post ${n}`)],
    [1203, [...[1, 2, 3].map((n) => `  of posts.ndjson:${n}  post ${n}`), '  … and 1,200 more']],
  ])('of several documents names them: %i', (count, lines) => {
    const of = Array.from({ length: count }, (_, i) => ({
      at: { source: 'posts.ndjson', line: i + 1, offset: 0 },
      entity: 'post',
      text: `{"id":${i + 1}}`,
    }));
    const at = { source: 'transforms[1] group', line: 0, offset: 0 };
    const printed = previewText([{ ...RECORD, at, of }], plain).split('\n');
    expect(printed[0]).toBe('made by 2 group  post p1');
    expect(printed.slice(1, 1 + lines.length)).toEqual(lines);
    expect(printed[1 + lines.length]).toBe('    { "id": "p1", "n": 12345678901234567890 }');
  });

  it('that is no document is printed as it was found, without what would do something to a terminal', () => {
    const unreadable = { original: '{"a":\u001B[31m', rejection: { code: 'LINE_INVALID', message: 'Why.' } };
    expect(previewText([{ ...RECORD, document: undefined, unreadable } as unknown as PreviewedRecord], plain)).toBe(
      'posts.ndjson:7  post\n  {"a":\\u001b[31m\n  rejected: LINE_INVALID Why.\n',
    );
  });

  it('has colours where a terminal takes them', () => {
    const paint: Paint = (style, text) => `<${style}>${text}</${style}>`;
    const text = previewText([RECORD], paint);
    expect(text).toContain('<green>  +   "x": 1.50</green>');
    expect(text).toContain('<dim>      … 2 as before</dim>');
    expect(text).toContain('<red>rejected: ID_INVALID</red> Not good.');
  });

  it('says that there is none', () => {
    expect(previewText([], plain)).toBe('The source has no documents.\n');
  });
});

it('gives machines all of it, with digits as they are written', () => {
  const text = previewJson([RECORD, ofEnding({ kind: 'filtered' })]);
  expect(text).toContain('"before": {"id":"p1","n":12345678901234567890}');
  const { documents } = JSON.parse(text) as { documents: readonly { steps: readonly { made?: unknown[] }[] }[] };
  expect(documents).toMatchObject([
    {
      at: { source: 'posts.ndjson', line: 7, offset: 99 },
      entity: 'post',
      steps: [
        { number: 1, name: 'remove' },
        {},
        { changes: [{ path: '/x', kind: 'added' }], after: { x: 1.5 }, lost: [{ path: '/a', count: 1 }, { count: 2 }] },
      ],
      outcome: 'out',
      containers: [
        { container: 'posts', answer: 'written' },
        { container: 'copies', answer: 'rejected', rejected: { code: 'ID_INVALID' } },
      ],
      doc: { id: 'p1' },
    },
    { outcome: 'filtered' },
  ]);
  expect(documents[0]!.steps[2]!.made).toHaveLength(5);
});
