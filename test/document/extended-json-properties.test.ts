// Does it hold for whatever MongoDB's own library writes, and does plain JSON stay byte for byte?
import {
  Binary,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  EJSON,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  UUID,
} from 'bson';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTime } from '../../src/document/time.ts';
import { timeText } from '../../src/document/time-text.ts';
import { holds } from '../property.ts';
import { plain } from './extended.ts';
import { anyObject, print } from './json-tree.ts';

/** A value as MongoDB has it, and the plain JSON that it is. */
interface Value {
  readonly bson: unknown;
  readonly json: string;
}

const text = fc.string({ unit: 'grapheme', maxLength: 8 });
const bytes = (length: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength: length, maxLength: length });

const scalars: fc.Arbitrary<Value> = fc.oneof(
  text.map((value) => ({ bson: value, json: JSON.stringify(value) })),
  fc.constantFrom(true, false, null).map((value) => ({ bson: value, json: String(value) })),
  bytes(12).map((id) => ({ bson: new ObjectId(id), json: `"${Buffer.from(id).toString('hex')}"` })),
  fc
    .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
    .map((value) => ({ bson: Long.fromBigInt(value), json: String(value) })),
  fc.integer().map((value) => ({ bson: new Int32(value), json: String(value) })),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((value) => !Object.is(value, -0))
    .map((value) => ({ bson: new Double(value), json: String(value) })),
  fc
    .integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 })
    .map((value) => ({ bson: new Date(value), json: `"${timeText(value)!}"` })),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 33n), max: 10n ** 33n }), fc.integer({ min: -40, max: 40 }))
    .map(([digits, exponent]) => {
      const decimal = Decimal128.fromString(`${digits}E${exponent}`);
      return { bson: decimal, json: `"${decimal.toString()}"` };
    }),
  fc
    .uint8Array({ maxLength: 20 })
    .map((value) => ({ bson: new Binary(value), json: `"${Buffer.from(value).toString('base64')}"` })),
  bytes(16).map((value) => {
    const uuid = new UUID(value);
    return { bson: uuid, json: `"${uuid.toHexString()}"` };
  }),
);

const names = fc.stringMatching(/^[a-z]{1,3}$/);

const { value: values } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: scalars },
    {
      weight: 1,
      arbitrary: fc.array(tie('value'), { maxLength: 4 }).map((elements) => ({
        bson: elements.map(({ bson }) => bson),
        json: `[${elements.map(({ json }) => json).join()}]`,
      })),
    },
    { weight: 1, arbitrary: fc.array(fc.tuple(names, tie('value')), { maxLength: 4 }).map(objectOf) },
  ),
}));
const documents = fc.array(fc.tuple(names, values), { maxLength: 5 }).map(objectOf);

const LIKE_NAMES =
  '$oid $date $numberLong $numberDouble $binary $type base64 subType $code $scope $regex $options $undefined $timestamp x \\u0024oid'.split(
    ' ',
  );

/** Objects that are values of Extended JSON, or nearly. */
const likeExtended: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('"507f1f77bcf86cd799439011"', '"12"', '"00"', '"2014-06-25T12:00:00Z"', '5', 'true', '""', '{}'),
    fc
      .array(fc.tuple(fc.constantFrom(...LIKE_NAMES), tie('value')), { minLength: 1, maxLength: 3 })
      .map((members) => `{${members.map(([name, value]) => `"${name}":${value}`).join(',')}}`),
    fc.array(tie('value'), { maxLength: 3 }).map((elements) => `[${elements.join(',')}]`),
  ),
})).value;

describe('what the library of MongoDB writes', () => {
  it('canonical, becomes the plain value of each', () => {
    holds(
      fc.property(documents, ({ bson, json }) => {
        const { text: made, kept } = plain(EJSON.stringify(bson, { relaxed: false }));
        expect(kept).toEqual([]);
        expect(comparable(made)).toEqual(comparable(json));
        expect(plain(made).text).toBe(made);
      }),
      500,
    );
  });

  it.each([
    ['relaxed', { relaxed: true }],
    ['of version 1', { legacy: true, relaxed: false }],
  ])('%s, becomes the same, but for how dates and numbers are written there', (_, options) => {
    holds(
      fc.property(documents, ({ bson }) => {
        const canonical = plain(EJSON.stringify(bson, { relaxed: false })).text;
        const { text: made, kept } = plain(EJSON.stringify(bson, options));
        expect(kept).toEqual([]);
        expect(loosely(made)).toEqual(loosely(canonical));
      }),
      500,
    );
  });

  it.each([
    ['$timestamp', new Timestamp({ t: 1, i: 2 })],
    ['$regularExpression', /a/i],
    ['$minKey', new MinKey()],
    ['$maxKey', new MaxKey()],
    ['$symbol', new BSONSymbol('a')],
    ['$code', new Code('f()')],
    ['$code', new Code('f()', { a: new Int32(1) })],
    ['$numberDouble', new Double(NaN)],
  ])('%s stays where plain JSON has nothing for it', (name, bson) => {
    const canonical = EJSON.stringify({ v: bson }, { relaxed: false });
    expect(plain(canonical)).toEqual({ text: canonical, kept: [{ path: '/v', name, isUnfit: false }] });
  });
});

it('plain JSON stays byte for byte', () => {
  holds(
    fc.property(anyObject, (tree) => {
      const document = `{"v":${print(tree)}}`;
      expect(plain(document)).toEqual({ text: document, kept: [] });
    }),
    500,
  );
});

describe('whatever stands under names of Extended JSON', () => {
  it('becomes the same on the first level and deeper, and nothing else the second time', () => {
    holds(
      fc.property(likeExtended, (value) => {
        const first = plain(`{"v":${value}}`);
        const deeper = plain(`{"a":[1,{"v":${value}}],"b":${value}}`);
        const made = first.text.slice('{"v":'.length, -1);
        expect(deeper.text).toBe(`{"a":[1,{"v":${made}}],"b":${made}}`);
        expect(deeper.kept.length).toBe(first.kept.length * 2);
        expect(plain(first.text).text).toBe(first.text);
      }),
      1000,
    );
  });
});

function objectOf(members: readonly (readonly [string, Value])[]): Value {
  const unique = [...new Map(members)];
  return {
    bson: Object.fromEntries(unique.map(([name, { bson }]) => [name, bson])),
    json: `{${unique.map(([name, { json }]) => `"${name}":${json}`).join(',')}}`,
  };
}

/** A number by all the digits of an integer, else by its double; `1.0` is `1`. */
function comparable(json: string): unknown {
  return JSON.parse(json, (_key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? `#${/^-?\d+$/.test(context!.source!) ? context!.source : String(value)}` : value,
  );
}

/** Numbers as doubles, times as instants. */
function loosely(json: string): unknown {
  return JSON.parse(json, (_key, value: unknown) =>
    typeof value === 'string' ? (parseTime(value)?.milliseconds ?? value) : value,
  );
}
