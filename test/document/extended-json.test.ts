// Does MongoDB Extended JSON become the plain JSON that people mean, and does everything else stay as it is?
import { describe, expect, it } from 'vitest';
import { processorTime } from '../processor-time.ts';
import { depthDocument, plain } from './extended.ts';

describe('Extended JSON becomes plain JSON', () => {
  it.each([
    ['an object id', '{"$oid":"507f1f77bcf86cd799439011"}', '"507f1f77bcf86cd799439011"'],
    ['a UUID', '{"$uuid":"3b241101-e2bb-4255-8caf-4136c566a962"}', '"3b241101-e2bb-4255-8caf-4136c566a962"'],
    ['a long with all its digits', '{"$numberLong":"9007199254740993"}', '9007199254740993'],
    ['the largest long', '{"$numberLong":"9223372036854775807"}', '9223372036854775807'],
    ['the smallest long', '{"$numberLong":"-9223372036854775808"}', '-9223372036854775808'],
    ['an int', '{"$numberInt":"-2147483648"}', '-2147483648'],
    ['a double as it is written', '{"$numberDouble":"1.50"}', '1.50'],
    ['a double with exponent', '{"$numberDouble":"-1.0E+10"}', '-1.0E+10'],
    ['a negative zero', '{"$numberDouble":"-0.0"}', '-0.0'],
    ['a decimal as text', '{"$numberDecimal":"12.30"}', '"12.30"'],
    ['a decimal that is no number', '{"$numberDecimal":"NaN"}', '"NaN"'],
    ['a decimal with exponent', '{"$numberDecimal":"-1E+6144"}', '"-1E+6144"'],
    ['a date as text', '{"$date":"2014-06-25T12:00:00.000Z"}', '"2014-06-25T12:00:00.000Z"'],
    ['a date with offset', '{"$date":"2009-04-01T00:00:00.000-0700"}', '"2009-04-01T00:00:00.000-0700"'],
    ['a date as long', '{"$date":{"$numberLong":"1403697600123"}}', '"2014-06-25T12:00:00.123Z"'],
    ['a date before 1970', '{"$date":{"$numberLong":"-1"}}', '"1969-12-31T23:59:59.999Z"'],
    ['a date as number', '{"$date":1403697600000}', '"2014-06-25T12:00:00Z"'],
    ['a date in seconds, which there are none of', '{"$date":1403697600}', '"1970-01-17T05:54:57.600Z"'],
    ['bytes', '{"$binary":{"base64":"AQIDBA==","subType":"00"}}', '"AQIDBA=="'],
    ['bytes, their type first', '{"$binary":{"subType":"80","base64":"AQID"}}', '"AQID"'],
    ['bytes of version 1', '{"$binary":"AQIDBA==","$type":"00"}', '"AQIDBA=="'],
    ['bytes of version 1, their type first', '{"$type":"0","$binary":""}', '""'],
    [
      'the bytes of a UUID',
      '{"$binary":{"base64":"OyQRAeK7QlWMr0E2xWapYg==","subType":"04"}}',
      '"3b241101-e2bb-4255-8caf-4136c566a962"',
    ],
    [
      'the bytes of an old UUID, whose order nobody knows',
      '{"$binary":"OyQRAeK7QlWMr0E2xWapYg==","$type":"03"}',
      '"OyQRAeK7QlWMr0E2xWapYg=="',
    ],
    ['too few bytes for a UUID', '{"$binary":"AQID","$type":"4"}', '"AQID"'],
    ['escapes in values', String.raw`{"$numberLong":"\u0031\u0032"}`, '12'],
    ['escapes in text that stays', String.raw`{"$binary":"\/\/8=","$type":"00"}`, String.raw`"\/\/8="`],
    ['escapes in names', String.raw`{"\u0024oid":"507f1f77bcf86cd799439011"}`, '"507f1f77bcf86cd799439011"'],
  ])('%s', (_, written, wanted) => {
    // On the first level, deeper in objects and in arrays, and side by side.
    const around = (value: string): string =>
      `{"first":0,"v":${value},"o":{"x":[1,${value},{"y":${value}}],"z":${value}},"a":[${value},${value}],"last":"$"}`;
    expect(plain(around(written))).toEqual({ text: around(wanted), kept: [] });
    // White space is gone before anything is looked at.
    expect(plain(`{ "v" : ${written.replaceAll('":', '" : ')} }`).text).toBe(`{"v":${wanted}}`);
  });

  it('in a thousand elements of one array, keeping what lies between', () => {
    const lines = (value: (i: number) => string): string =>
      `{"a":[${Array.from({ length: 1000 }, (_, i) => `{"n":${i},"v":${value(i)},"t":"${'x'.repeat(i % 7)}"}`).join()}]}`;
    expect(plain(lines((i) => `{"$numberLong":"${i}"}`)).text).toBe(lines(String));
  });

  it('however deep it stands', () => {
    expect(plain(depthDocument(50_000, '{"$oid":"507f1f77bcf86cd799439011"}')).text).toBe(
      depthDocument(50_000, '"507f1f77bcf86cd799439011"'),
    );
  });
});

describe('a very long text', () => {
  it('that is almost a decimal takes no time to speak of', async () => {
    const json = JSON.stringify({ a: { $numberDecimal: `${'1'.repeat(1_000_000)}x` } });
    expect(await processorTime(() => expect(plain(json).text === json).toBe(true))).toBeLessThan(2000);
  });

  it('of base64 is read whole', () => {
    const binary = (base64: string): string => `{"a":{"$binary":{"base64":"${base64}","subType":"00"}}}`;
    const base64 = 'A'.repeat(20_000_000);
    expect(plain(binary(base64)).text === `{"a":"${base64}"}`).toBe(true);
    expect(plain(binary(String.raw`A\/\/=`)).text).toBe(String.raw`{"a":"A\/\/="}`);
    for (const none of ['AA=', 'A===', 'AAAAA', '=AAA', 'AA\u0020A'])
      expect(plain(binary(none)).text).toBe(binary(none));
  });
});

describe('what is no value of MongoDB stays as it is', () => {
  it.each([
    ['more keys', '{"$oid":"507f1f77bcf86cd799439011","x":1}'],
    ['a key twice', '{"$oid":"507f1f77bcf86cd799439011","$oid":"507f1f77bcf86cd799439011"}'],
    ['a key before it', '{"x":1,"$numberLong":"1"}'],
    ['another name', '{"$Oid":"507f1f77bcf86cd799439011"}'],
    ['an empty name', '{"$":"1"}'],
    ['an empty object', '{}'],
    ['names of .NET and of JSON Schema', '{"$type":"Zoo.Dog, Zoo"}'],
    ['a reference', '{"$ref":"people","$id":7,"$db":"x"}'],
    ['a half of two', '{"$regex":"a"}'],
    ['names of types with values of others', '{"$timestamp":5}'],
    ['bytes beside another name', '{"$binary":"AQID","$subtype":"00"}'],
  ])('%s', (_, written) => {
    const text = `{"v":${written},"$numberLong":1,"o":[{"p":${written}}]}`;
    expect(plain(text)).toEqual({ text, kept: [] });
  });

  it('the document itself, which is none', () => {
    expect(plain('{"$oid":"507f1f77bcf86cd799439011"}').text).toBe('{"$oid":"507f1f77bcf86cd799439011"}');
  });

  it('but what is inside an ordinary object does not', () => {
    expect(plain('{"r":{"$ref":"people","$id":{"$numberInt":"7"}}}').text).toBe('{"r":{"$ref":"people","$id":7}}');
  });
});

describe('is named, and stays with all that is in it', () => {
  const inside = '{"$numberLong":"1"}';
  it.each([
    ['$timestamp', `{"$timestamp":{"t":1,"i":${inside}}}`],
    ['$regularExpression', '{"$regularExpression":{"pattern":"a","options":"i"}}'],
    ['$regex', '{"$regex":"a","$options":"i"}'],
    ['$minKey', '{"$minKey":1}'],
    ['$maxKey', '{"$maxKey":1}'],
    ['$undefined', '{"$undefined":true}'],
    ['$symbol', '{"$symbol":"a"}'],
    ['$code', '{"$code":"f()"}'],
    ['$scope', `{"$scope":{"x":${inside}},"$code":"f()"}`],
    ['$dbPointer', `{"$dbPointer":{"$ref":"c","$id":{"$oid":"507f1f77bcf86cd799439011"}}}`],
    ['$numberDouble', '{"$numberDouble":"NaN"}'],
    ['$numberDouble', '{"$numberDouble":"-Infinity"}'],
  ])('%s, which plain JSON has nothing for', (name, written) => {
    const text = `{"v":${written},"o":[{"p":${written}}]}`;
    const kept = ['/v', '/o/*/p'].map((path) => ({ path, name, isUnfit: false }));
    expect(plain(text)).toEqual({ text, kept });
  });

  it.each([
    ['$oid', '"short"'],
    ['$oid', '"507f1f77bcf86cd79943901g"'],
    ['$oid', '{"$oid":"507f1f77bcf86cd799439011"}'],
    ['$uuid', '"3b241101e2bb42558caf4136c566a962"'],
    ['$numberLong', '12'],
    ['$numberLong', '"12.0"'],
    ['$numberLong', '"007"'],
    ['$numberLong', '"-0"'],
    ['$numberLong', '""'],
    ['$numberLong', '"9223372036854775808"'],
    ['$numberLong', '"99999999999999999999999"'],
    ['$numberInt', '"2147483648"'],
    ['$numberDouble', '1.5'],
    ['$numberDouble', '".5"'],
    ['$numberDouble', '"0x10"'],
    ['$numberDecimal', '"12,30"'],
    ['$numberDecimal', '12.3'],
    ['$date', '"yesterday"'],
    ['$date', '"2024-02-30T00:00:00Z"'],
    ['$date', '1.5'],
    ['$date', '1e300'],
    ['$date', 'null'],
    ['$date', '{"$numberLong":"9223372036854775807"}'],
    ['$date', '{"$numberLong":1}'],
    ['$date', '{"$numberInt":"1"}'],
    ['$date', '{"$numberLong":"1","x":1}'],
    ['$binary', '"AQID"'],
    ['$binary', '{"base64":"AQID"}'],
    ['$binary', '{"base64":"AQID","subType":"000"}'],
    ['$binary', '{"base64":"AQID","subType":0}'],
    ['$binary', '{"base64":"AQI","subType":"00"}'],
    ['$binary', '{"base64":"AQ-_","subType":"00"}'],
    ['$binary', '{"base64":"AQID","base64":"AQID"}'],
    ['$binary', '{"base64":"AQID","subType":"00","x":1}'],
  ])('%s with the value %s', (name, value) => {
    const text = `{"v":[{"${name}":${value}}]}`;
    expect(plain(text)).toEqual({ text, kept: [{ path: '/v/*', name, isUnfit: true }] });
  });
});

describe('_id', () => {
  it.each([
    [
      'becomes id at its place',
      '{"a":1,"_id":{"$oid":"507f1f77bcf86cd799439011"}}',
      '{"a":1,"id":"507f1f77bcf86cd799439011"}',
    ],
    ['keeps its type', '{"_id":1.0}', '{"id":1.0}'],
    ['keeps an object', '{"_id":{"a":{"$numberInt":"1"},"b":2}}', '{"id":{"a":1,"b":2}}'],
    ['stays where there is an id', '{"_id":{"$numberLong":"7"},"id":"x"}', '{"_id":7,"id":"x"}'],
    ['stays where there is an id that is null', '{"id":null,"_id":1}', '{"id":null,"_id":1}'],
    ['stays deeper down', '{"o":{"_id":1}}', '{"o":{"_id":1}}'],
    ['is doubled as it was', '{"_id":1,"_id":2}', '{"id":1,"id":2}'],
    ['may be written with escapes', String.raw`{"\u005fid":1}`, '{"id":1}'],
    ['stays where id is written with escapes', String.raw`{"_id":1,"i\u0064":2}`, String.raw`{"_id":1,"i\u0064":2}`],
  ])('%s', (_, written, wanted) => {
    expect(plain(written).text).toBe(wanted);
  });
});
