import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUnsafe } from '../../src/document/number.ts';
import { parseValue } from '../../src/document/parse.ts';
import { Tape } from '../../src/document/tape.ts';
import { firstUnsafe, isPrinted, isUnsafeAt } from '../../src/document/unsafe-number.ts';
import { holds } from '../property.ts';
import { jsonNumber } from './fractions.ts';

/** With digits around it that are none of its own. */
function isPrintedText(source: string): boolean {
  return isPrinted(Buffer.from(`1${source}1`), 1, source.length + 1);
}

describe('bytes tell that a number is the print of a double', () => {
  it.each([
    '0.1000000000000000',
    '-0.0000000000000000',
    '41.898304391652346',
    '-104.95031738653779',
    '-65.613616999999977',
    '2100.607537417505',
    '0.30000000000000004',
    '4503599627370495.5',
    '9007199254740991',
    '-9007199254740991',
  ])('%s', (source) => {
    expect(isPrintedText(source)).toBe(true);
  });

  it('for nearly all numbers that programs write', () => {
    const double = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    let count = 0;
    let told = 0;
    holds(
      fc.property(
        double,
        fc.constantFrom(String, (x: number) => x.toPrecision(17)),
        (value, print) => {
          const source = print(value);
          if (/e|^.{0,15}$/.test(source)) return;
          count++;
          if (isPrintedText(source)) told++;
        },
      ),
      2000,
    );
    expect(told).toBeGreaterThan(count * 0.8);
  });
});

describe('bytes never tell so of an unsafe number', () => {
  it.each([
    '9007199254740992',
    '12345678901234567890',
    '0.1234567890123456789',
    '9007199254740993.0',
    '10000000000000000.1',
    '1e400',
  ])('%s', (source) => {
    expect(isPrintedText(source)).toBe(false);
  });

  it('whatever number it is', () => {
    holds(
      fc.property(jsonNumber(), (source) => {
        expect(isPrintedText(source) && isUnsafe(source)).toBe(false);
      }),
      5000,
    );
  });

  it('next to prints of doubles, where these are close together and at powers of two and of ten', () => {
    const edge = fc.oneof(
      fc.double({ min: 1e-6, max: 1e15, noNaN: true }),
      fc.integer({ min: -20, max: 50 }).map((power) => 2 ** power),
      fc.integer({ min: -6, max: 15 }).map((power) => 10 ** power),
    );
    const double = fc.tuple(edge, fc.integer({ min: -9, max: 9 })).map(([value, steps]) => stepped(value, steps));
    holds(
      fc.property(double, fc.integer({ min: 15, max: 18 }), fc.integer({ min: 0, max: 99 }), (value, digits, last) => {
        const print = value.toPrecision(digits);
        if (!/^\d+\.\d{2,}$/.test(print)) return;
        const source = print.slice(0, -2) + String(last).padStart(2, '0');
        expect(isPrintedText(source) && isUnsafe(source)).toBe(false);
      }),
      20_000,
    );
  });
});

describe('on a tape', () => {
  function tapeOf(json: string): Tape {
    const text = Buffer.from(`${json}\n`);
    const tape = new Tape();
    tape.begin(text);
    expect(typeof parseValue(tape, text, 0, text.length - 1)).toBe('number');
    return tape;
  }

  it('says for every number what its digits say', () => {
    holds(
      fc.property(jsonNumber(), (source) => {
        expect(isUnsafeAt(tapeOf(source), 0)).toBe(isUnsafe(source));
      }),
      2000,
    );
  });

  it('finds the first unsafe number behind a place', () => {
    const tape = tapeOf('[0.30000000000000004,9007199254740993,"9007199254740993",1e400]');
    expect(firstUnsafe(tape, 0, tape.length)).toBe(2);
    expect(firstUnsafe(tape, 3, tape.length)).toBe(4);
    expect(firstUnsafe(tape, 3, 4)).toBe(-1);
  });
});

/** The double that is so many doubles further from zero. */
function stepped(double: number, steps: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, double);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(steps));
  return view.getFloat64(0);
}
