// Does the index of a reference lead to all that is the same, by value and by text? Held against what decides in the end.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyPath } from '../../../src/document/path.ts';
import { readAt } from '../../../src/document/read.ts';
import { sameValue } from '../../../src/document/same-value.ts';
import { scalarText } from '../../../src/document/scalar-text.ts';
import { NULL } from '../../../src/document/tape.ts';
import { EntryHash, KIND_BITS } from '../../../src/run/references/entry-hash.ts';
import { jsonNumber } from '../../document/fractions.ts';
import { anyTree, print } from '../../document/json-tree.ts';
import { parsed } from '../../document/parsed.ts';
import { holds } from '../../property.ts';

const [WANTED, HELD] = [propertyPath('wanted'), propertyPath('held')];
const hash = new EntryHash();

interface Found {
  readonly isSame: boolean;
  readonly byValue: boolean;
  readonly isSameText: boolean;
  readonly byText: boolean;
}

/** Whether one value is found where another one stands in the index. */
function find(wanted: string, held: string): Found {
  const { tape, root } = parsed(`{"wanted":${wanted},"held":${held}}`);
  const [one, other] = [readAt(tape, root, WANTED), readAt(tape, root, HELD)];
  const entries: string[] = [];
  if (hash.ofValue(tape, other)) entries.push(entry(-1));
  if (hash.ofDigits(tape, other)) entries.push(entry(-1));
  const byText = entries.map((text) => masked(text));
  const text = scalarText(tape, one);
  return {
    isSame: tape.kind(one) !== NULL && sameValue(tape, one, other),
    byValue: hash.ofValue(tape, one) && entries.includes(entry(-1)),
    isSameText: text !== undefined && scalarText(tape, other) === text,
    byText: hash.ofText(tape, one) && byText.includes(entry(~KIND_BITS)),
  };
}

function entry(mask: number): string {
  return `${hash.high} ${(hash.low & mask) >>> 0}`;
}

function masked(text: string): string {
  const [high, low] = text.split(' ');
  return `${high} ${(Number(low) & ~KIND_BITS) >>> 0}`;
}

/** Another way to write a number. */
function rewritten(source: string, zeros: number): string {
  const [mantissa, exponent = '0'] = source.split(/e/i);
  const point = mantissa!.includes('.') ? '' : '.0';
  return `${mantissa}${point}${'0'.repeat(zeros)}e${exponent}`;
}

it('leads to all numbers that are the same, however they are written, and hardly to others', () => {
  const pair = fc.oneof(
    fc.tuple(jsonNumber(), jsonNumber()),
    fc.tuple(jsonNumber(), fc.nat(9)).map(([one, places]) => [one, rewritten(one, places)] as const),
  );
  holds(
    fc.property(pair, ([one, other]) => {
      const { isSame, byValue, isSameText, byText } = find(one, other);
      expect(byValue).toBe(isSame);
      expect(byText || !isSameText).toBe(true);
    }),
    2_000,
  );
});

it('leads to all values that are the same', () => {
  holds(
    fc.property(anyTree, anyTree, (one, other) => {
      for (const held of [one, other]) {
        const { isSame, byValue, isSameText, byText } = find(print(one), print(held));
        expect(byValue).toBe(isSame);
        expect(byText || !isSameText).toBe(true);
      }
    }),
    1_000,
  );
});

it.each([
  ['9007199254740992', '9007199254740992.0'],
  ['36028797018963968', '36028797018963968.0'],
  ['36028797018963968', '3.6028797018963968e16'],
  ['100000000000000000000', '1e20'],
  ['1e400', '10E399'],
  ['1e-400', '0.1e-399'],
  ['1000', '1e3'],
  ['0.10', '0.1'],
  ['-0', '0'],
  ['-0.00000000000000000000', '0e5'],
])('finds %s as %s', (one, other) => {
  expect(find(one, other)).toMatchObject({ isSame: true, byValue: true });
  expect(find(other, one)).toMatchObject({ isSame: true, byValue: true });
});

it.each([
  ['-65.613616999999977', '"-65.61361699999998"'],
  ['9007199254740993', '"9007199254740993"'],
  ['9007199254740992.0', '"9007199254740992"'],
  ['1e400', '"1e400"'],
  ['1e3', '"1000"'],
])('finds %s by the text %s', (one, other) => {
  expect(find(one, other)).toMatchObject({ isSameText: true, byText: true, byValue: false });
  expect(find(other, one)).toMatchObject({ isSameText: true, byText: true, byValue: false });
});
