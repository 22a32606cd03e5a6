// What is a JSON number's exact value? An oracle that shares no code with the project: fractions of big integers.
import * as fc from 'fast-check';

export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

export function fractionOf(source: string): Fraction {
  const match = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(source);
  if (match === null) throw new Error(`${source} is no JSON number`);
  const [, sign, whole = '', part = '', exponent = '0'] = match;
  const power = BigInt(exponent) - BigInt(part.length);
  const digits = BigInt(`${whole}${part}`) * (sign === '-' ? -1n : 1n);
  return power < 0n ? { over: digits, under: 10n ** -power } : { over: digits * 10n ** power, under: 1n };
}

export function compareFractions(a: Fraction, b: Fraction): number {
  const left = a.over * b.under;
  const right = b.over * a.under;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** JSON numbers of every shape, close to each other and to the edges of doubles more often than chance would have it. */
export function jsonNumber(): fc.Arbitrary<string> {
  const digits = fc.oneof(
    fc.constantFrom('0', '1', '9007199254740991', '9007199254740992', '9007199254740993', '5', '25', '999999999999999'),
    fc.stringMatching(/^(0|[1-9][0-9]{0,24})$/),
  );
  const part = fc.oneof(
    fc.constant(''),
    fc.constantFrom('.0', '.50', '.1', '.10000000000000001'),
    fc.stringMatching(/^\.[0-9]{1,22}$/),
  );
  const exponent = fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), fc.integer({ min: 0, max: 420 }))
        .map(([e, n]) => `${e}${n}`),
    },
  );
  const shaped = fc.tuple(fc.constantFrom('', '-'), digits, part, exponent).map((parts) => parts.join(''));
  const printed = fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((double) => String(double === 0 ? 0 : double));
  const printedLong = fc.double({ noNaN: true, noDefaultInfinity: true }).map((double) => double.toPrecision(17));
  return fc.oneof(
    { weight: 3, arbitrary: shaped },
    { weight: 1, arbitrary: printed },
    { weight: 1, arbitrary: printedLong },
  );
}
