import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { constantOf, constantValue } from '../../src/document/literal.ts';
import { parseDocument } from '../../src/document/parse.ts';
import { Tape } from '../../src/document/tape.ts';
import { wireText } from '../../src/document/wire-text.ts';

describe('a constant is the same value in every document', () => {
  it.each([
    ['"é \\u0061 \\"quoted\\""', false],
    ['12', false],
    ['12345678901234567890', true],
    ['1e3', true],
    ['null', false],
    ['true', false],
    ['{"a":[1,12345678901234567890]}', true],
    ['[]', false],
  ])('%s', (json, isSuspect) => {
    const constant = { ...constantOf(null), json };
    const tape = new Tape();
    const text = Buffer.from('{"id":"1"}\n');
    const seen = [1, 2, 3].map(() => {
      tape.begin(text);
      parseDocument(tape, text, 0, text.length - 1, true);
      const value = constantValue(tape, constant);
      expect(constantValue(tape, constant)).toBe(value);
      return [wireText(tape, value).toString(), tape.kind(value), tape.hasSuspects];
    });
    expect(seen).toEqual(Array.from(seen, () => [json, seen[0]![1], isSuspect]));
  });
});
