// Is it plain to see in what an example differs, and do machines get all of it?
import { expect, it } from 'vitest';
import type { ExampleResult } from '../../src/report/example-result.ts';
import { examplesJson } from '../../src/report/examples-json.ts';
import { examplesText } from '../../src/report/examples-text.ts';
import { plain } from '../../src/report/text/paint.ts';

const PASSED: ExampleResult = { name: 'passes', passed: true, differences: [], rejections: [], notRejected: [] };
const FAILED: ExampleResult = {
  name: 'fails',
  passed: false,
  differences: [
    { entity: 'post', id: 'p1', kind: 'different', path: '/n', expected: '1', found: '12345678901234567890' },
    { entity: 'post', id: 'p1', kind: 'missing', path: '/a', expected: '"x"' },
    { entity: 'post', id: 'p2', kind: 'extra', path: '/b', found: '10.50' },
    { entity: 'comment', id: 'c1', kind: 'extra', path: '/', found: '{"id":"c1"}' },
    { entity: 'comment', kind: 'missing', path: '/', expected: `{"text":"${'é'.repeat(200)}"}` },
  ],
  rejections: [
    { entity: 'post', id: 'p3', step: 'split', code: 'NOT_AN_ARRAY', message: 'No array.', isExpected: false },
    { entity: 'post', container: 'posts', code: 'ID_MISSING', message: 'No id.', isExpected: false },
    { entity: 'post', code: 'LINE_INVALID', message: 'Told.', isExpected: true },
  ],
  notRejected: ['KEY_MISSING'],
};

it('shows a line for each example, and the places of those that fail', () => {
  expect(examplesText([PASSED, FAILED], plain)).toBe(`✓ passes
✗ fails
    post p1
      ~ /n  expected 1, found 12345678901234567890
      - /a  "x"
    post p2
      + /b  10.50
    comment c1, there, and not expected
      + {"id":"c1"}
    comment, expected, and not there
      - {"text":"${'é'.repeat(151)}… 51 more
    ! post p3 was rejected at split: NOT_AN_ARRAY No array.
    ! post was rejected by posts: ID_MISSING No id.
    - no rejection says "KEY_MISSING"

1 of 2 examples passed.
`);
});

it('says that all have passed', () => {
  expect(examplesText([PASSED], plain)).toBe('✓ passes\n\n1 example passed.\n');
});

it('says how many more places there are than it shows', () => {
  const differences = Array.from({ length: 1050 }, (_, i) => ({ ...FAILED.differences[0]!, path: `/n${i}` }));
  const text = examplesText([{ ...FAILED, differences, rejections: [], notRejected: [] }], plain);
  expect(text.split('\n').slice(-5)).toEqual([
    '      ~ /n49  expected 1, found 12345678901234567890',
    '      … 1,000 more',
    '',
    '0 of 1 example passed.',
    '',
  ]);
});

it('gives machines all of it, with digits as they are written', () => {
  const text = examplesJson([PASSED, FAILED]);
  expect(text).toContain('"found": 12345678901234567890');
  expect(text).toContain('"found": 10.50');
  expect(JSON.parse(text)).toMatchObject({
    formatVersion: 1,
    passed: 1,
    failed: 1,
    examples: [
      { name: 'passes', passed: true, differences: [], rejections: [], notRejected: [] },
      {
        passed: false,
        differences: [{ path: '/n', expected: 1 }, { expected: 'x' }, { found: 10.5 }, { found: { id: 'c1' } }, {}],
        rejections: [{ code: 'NOT_AN_ARRAY', step: 'split', expected: false }, {}, { expected: true }],
        notRejected: ['KEY_MISSING'],
      },
    ],
  });
});
