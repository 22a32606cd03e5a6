import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addJson } from '../../src/document/literal.ts';
import { isUnsafe, numberText } from '../../src/document/number.ts';
import { stringifyDocument, stringifyNumbers } from '../../src/document/stringify-numbers.ts';
import { Tape } from '../../src/document/tape.ts';
import { wireText } from '../../src/document/wire-text.ts';
import { holds } from '../property.ts';
import { jsonNumber } from './fractions.ts';

const tape = new Tape();

function stringified(json: string, choice: 'all' | 'unsafe', change = stringifyNumbers): string {
  tape.begin(Buffer.alloc(1));
  return wireText(tape, change(tape, addJson(tape, json), choice)).toString();
}

describe('numbers become strings', () => {
  it('at any depth', () => {
    const depth = 100_000;
    const nested = (inside: string): string => `${'[{"a":'.repeat(depth)}${inside}${'}]'.repeat(depth)}`;
    expect(stringified(nested('9007199254740993,"b":1'), 'unsafe') === nested('"9007199254740993","b":1')).toBe(true);
    expect(stringified(nested('1'), 'all', stringifyDocument) === nested('"1"')).toBe(true);
  });

  it('of any length', () => {
    const digits = '7'.repeat(200_000);
    expect(stringified(`{"a":[${digits}]}`, 'unsafe') === `{"a":["${digits}"]}`).toBe(true);
  });

  it('and leave no trace where there are none', () => {
    tape.begin(Buffer.alloc(1));
    const value = addJson(tape, '{"a":[1,2.50,"3"]}');
    const length = tape.length;
    expect(stringifyNumbers(tape, value, 'unsafe')).toBe(value);
    expect(stringifyDocument(tape, value, 'unsafe')).toBe(value);
    expect(tape.length).toBe(length);
  });

  it('each of them, and nothing else, in every document', () => {
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        jsonNumber(),
        fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
        fc.constantFrom('null', 'true', '"1e5"', '"\\u0031"', '[]', '{}'),
        fc.array(tie('tree'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
        fc
          .array(fc.tuple(fc.string(), tie('tree')), { maxLength: 4 })
          .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
      ),
    }));
    holds(
      fc.property(tree, fc.constantFrom('all', 'unsafe'), (json, choice) => {
        const expected = json.replaceAll(TOKEN, (token) =>
          /^[-\d]/.test(token) && (choice === 'all' || isUnsafe(token)) ? `"${numberText(token)}"` : token,
        );
        expect(stringified(json, choice)).toBe(expected);
        expect(stringified(`{"d":${json}}`, choice, stringifyDocument)).toBe(`{"d":${expected}}`);
      }),
      2000,
    );
  });
});

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gsu;
