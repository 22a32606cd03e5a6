import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Tape } from '../../src/document/tape.ts';
import { holds } from '../property.ts';
import { anyObject, print, printSpaced } from './json-tree.ts';
import { parsed, textOfDocument } from './parsed.ts';

const tape = new Tape();

/** Text without the white space between its tokens, found without any of our own code. */
function minified(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|[ \t\r\n]+/g, (token) => (token.startsWith('"') ? token : ''));
}

function identity(text: string): string {
  return textOfDocument(parsed(text, tape));
}

describe('a document that nobody touches', { timeout: 60_000 }, () => {
  it.each([
    '{}',
    '{"a":1,"a":2,"b":{"c":1,"c":1}}',
    '{"b":1,"a":2,"10":3,"2":4,"":5,"__proto__":6}',
    '{"n":[1.0,1e3,1E+3,-0,-0.0,12345678901234567890,0.10,1e400,9007199254740993]}',
    String.raw`{"s":["\u0061","\/","\ud800","\udc00\ud83d","\ud83d\ude00","\u0000","é","😀"]}`,
    String.raw`{"\u0061":1,"a":2,"\"":3}`,
    '{"deep":[[[[{"x":[{}]}]]]],"empty":[[],{}]}',
    ' { "a" : [ 1 , 2 ] ,\r\n\t"b" : { } , "c" : " { a : 1 } " } ',
  ])('leaves byte for byte as it came, white space between tokens aside: %s', (text) => {
    expect(identity(text)).toBe(minified(text));
  });

  it('leaves so whatever JSON it is, with or without white space', () => {
    holds(
      fc.property(anyObject, (tree) => {
        expect(identity(print(tree))).toBe(minified(print(tree)));
        expect(identity(printSpaced(tree))).toBe(minified(printSpaced(tree)));
      }),
      800,
    );
  });

  it('leaves so what JSON.stringify prints, indented too', () => {
    holds(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), fc.nat(4), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(identity(text)).toBe(minified(text));
      }),
      300,
    );
  });

  it('leaves so with thousands of members, more than the tape had room for', () => {
    const members = Array.from({ length: 20_000 }, (_, i) => `"key ${i}" : [ ${i}.0 , "v" ]`);
    const text = `{ ${members.join(' ,\n')} }`;
    expect(identity(text)).toBe(minified(text));
  });
});
