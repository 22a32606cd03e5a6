// Does the tokenizer take what RFC 8259 calls JSON, and nothing else, and find every value where it stands?
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../src/document/decode.ts';
import { holds } from '../property.ts';
import { readTape, type TapeReading } from './read-tape.ts';
import { referenceTokens } from './reference-json.ts';

function taken(text: string): TapeReading {
  const reading = readTape(text);
  if ('problem' in reading) throw new Error(`refused at ${reading.at}: ${reading.problem}`);
  return reading;
}

/** JSON text as strange as it may be: white space, escapes, repeated keys, lone surrogates, numbers of any size. */
function jsonText(): fc.Arbitrary<string> {
  const blank = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
  const digits = fc.stringMatching(/^(0|[1-9]\d{0,40})$/);
  const number = fc
    .tuple(
      fc.constantFrom('', '-'),
      digits,
      fc.stringMatching(/^(\.\d{1,30})?$/),
      fc.stringMatching(/^([eE][+-]?\d{1,4})?$/),
    )
    .map((parts) => parts.join(''));
  const piece = fc.oneof(
    fc.constantFrom(
      '\\"',
      '\\\\',
      '\\/',
      '\\b',
      '\\f',
      '\\n',
      '\\r',
      '\\t',
      '\\u0000',
      '\\ud800',
      '\\uDC00',
      '\\u20aC',
      '\\u0061',
      '\u2028',
      '\u007f',
      ' {',
      '],',
    ),
    fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => JSON.stringify(text).slice(1, -1)),
  );
  const text = fc.array(piece, { maxLength: 5 }).map((pieces) => `"${pieces.join('')}"`);
  const key = fc.oneof(fc.constantFrom('"a"', '"\\u0061"', '"b"', '""', '"__proto__"'), text);
  const { value } = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
    value: fc
      .tuple(
        blank,
        fc.oneof(
          { depthSize: 'medium', withCrossShrink: true },
          fc.constantFrom('null', 'true', 'false'),
          number,
          text,
          tie('array'),
          tie('object'),
        ),
        blank,
      )
      .map((parts) => parts.join('')),
    array: fc.array(tie('value'), { maxLength: 6 }).map((elements) => `[${elements.join(',')}]`),
    object: fc
      .array(fc.tuple(blank, key, blank, tie('value')), { maxLength: 6 })
      .map(
        (members) =>
          `{${members.map(([before, name, behind, member]) => `${before}${name}${behind}:${member}`).join(',')}}`,
      ),
  }));
  return value;
}

describe('any JSON text', () => {
  it('is indexed as another reader reads it, and written with every value byte for byte', () => {
    holds(
      fc.property(jsonText(), (text) => {
        const wanted = referenceTokens(text);
        const { tokens, wire } = taken(text);
        expect(tokens()).toEqual(wanted);
        // JSON.parse is no third witness here, see docs/decisions.md: V8 13.6 mistakes keys with escapes.
        expect(wire).toBe(wanted[0]!.text);
      }),
      2000,
    );
  });

  it('leaves an earlier document no trace on the tape', () => {
    const { tape } = taken('{"a":1,"a":2,"b":[[[12345678901234567890]]]}');
    expect([tape.hasDuplicateKeys, tape.hasSuspects, tape.depth]).toEqual([true, true, 5 - 1]);
    readTape(' {"a" : 1}', tape);
    expect([tape.hasDuplicateKeys, tape.hasSuspects, tape.depth]).toEqual([false, false, 1]);
  });
});

describe('depth', () => {
  it.each(['', ' '])('of 100,000 levels is no problem%s', (blank) => {
    const levels = 100_000;
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const { tape, wire } = taken(`${open.repeat(levels)}${blank}1${close.repeat(levels)}`);
      expect(tape.depth).toBe(levels);
      expect(wire).toBe(`${open.repeat(levels)}1${close.repeat(levels)}`);
      expect(readTape(open.repeat(levels))).toMatchObject({ at: levels * open.length });
    }
  });

  it('counts the document itself, and empty ones', () => {
    for (const [text, depth] of [
      ['1', 0],
      ['{}', 1],
      ['[]', 1],
      ['{"a":[]}', 2],
      ['[[],[[]],[]]', 3],
      ['{"a":{},"b":1}', 2],
    ] as const) {
      expect(taken(text).tape.depth).toBe(depth);
    }
  });
});

describe('repeated keys', () => {
  const many = Array.from({ length: 60 }, (_, i) => `"key${i}":${i}`);
  it.each([
    ['{"a":1,"a":2}', true],
    ['{"a":1,"b":{"a":2},"c":{"a":3}}', false],
    ['{"x":[{"a":1,"a":1}]}', true],
    ['{"b":{"c":1},"a":1,"b":2}', true],
    ['{"a":1,"\\u0061":2}', true],
    ['{"\\u0061":1,"a":2}', true],
    ['{"\\u0061":1,"\\u0062":2}', false],
    ['{"":1,"":2}', true],
    ['{"ab1cd":1,"ab1cd ":2,"abxcd":3}', false],
    [`{${many.join(',')}}`, false],
    [`{${many.join(',')},"key0":1}`, true],
    [`{${many.join(',')},"z":{"key1":1}}`, false],
    [`{"z":{${many.join(',')}},"y":1,"z":2}`, true],
    ['[{"a":1},{"a":2}]', false],
  ])('in %j: %j', (text, repeated) => {
    expect(taken(text).tape.hasDuplicateKeys).toBe(repeated);
    expect(taken(` ${text.replaceAll(':', ' : ')}`).tape.hasDuplicateKeys).toBe(repeated);
  });

  it('are found whatever the keys are', () => {
    const key = fc.oneof(fc.constantFrom('a', 'b', 'c', 'ä', 'aa', '"', '\u0001'), fc.string({ maxLength: 3 }));
    holds(
      fc.property(fc.array(fc.tuple(key, fc.boolean()), { maxLength: 50 }), (keys) => {
        const written = keys.map(([name, escape]) => {
          const plain = JSON.stringify(name);
          return escape ? plain.replaceAll(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`) : plain;
        });
        // An escape's own letter must not be escaped once more.
        fc.pre(written.every((text) => typeof tryParse(text) === 'string'));
        const repeats = new Set(written.map((text) => JSON.parse(text) as string)).size < written.length;
        expect(taken(`{${written.map((text) => `${text}:1`).join(',')}}`).tape.hasDuplicateKeys).toBe(repeats);
      }),
      1000,
    );
  });
});

it('flags numbers that a double may not hold, and escapes', () => {
  for (const [text, suspect] of [
    ['1', false],
    ['123456789012345', false],
    ['1234567890123456', true],
    ['-0.5', false],
    ['1e3', true],
    ['0.12345678901234', true],
  ] as const) {
    expect(taken(text).tape.hasSuspects).toBe(suspect);
    expect(taken(`{"a":[{}, ${text}]}`).tape.hasSuspects).toBe(suspect);
  }
  const { tape } = taken('"\\u00e4\\ud83d\\ude00\\""');
  expect(textOf(tape, 0)).toBe('ä😀"');
});

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
