// Do tables line up and paragraphs fit?
import { expect, it } from 'vitest';
import { paragraphLines, tableLines } from '../../src/report/text/layout.ts';

it('lines columns up, numbers to the right, and leaves out columns of zeros', () => {
  const columns = [
    { head: 'name' },
    { head: 'a', align: 'right' },
    { head: 'zeros', align: 'right', optional: true },
  ] as const;
  const rows = [
    ['é😀', '1', '0'],
    ['longer', '1,000', '0'],
  ];
  expect(tableLines(columns, rows)).toEqual([
    '  name        a',
    '  ──────  ─────',
    '  é😀          1',
    '  longer  1,000',
  ]);
  expect(tableLines(columns, [['x', '1', '2']])[0]).toBe('  name  a  zeros');
});

it('breaks text at blanks within the width and indents what follows', () => {
  expect(paragraphLines('one two three four', 12, '  → ')).toEqual(['  → one two', '    three', '    four']);
});

it('leaves a word that is longer than the line whole', () => {
  expect(paragraphLines(`a ${'b'.repeat(20)} c`, 10)).toEqual(['  a', `  ${'b'.repeat(20)}`, '  c']);
});

it('gives colours no room', () => {
  expect(paragraphLines('\u001B[31mred\u001B[39m blue', 10)).toEqual(['  \u001B[31mred\u001B[39m blue']);
});
