import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ESCAPED_KEY, MISSING, Tape } from '../../src/document/tape.ts';
import { editable, renameAt } from '../../src/document/edit.ts';
import { keyEntry, keyOf } from '../../src/document/key.ts';
import { addInteger } from '../../src/document/literal.ts';
import { findMember } from '../../src/document/members.ts';
import { parsePath } from '../../src/document/path.ts';
import { holds } from '../property.ts';
import { parsed, textOfDocument, textOfValue } from './parsed.ts';

const tape = new Tape();

/** The value under a name, found by a key as steps use it. */
function found(text: string, name: string): string | undefined {
  const document = parsed(text, tape);
  const value = document.get(parsePath(`/${JSON.stringify(name)}`));
  return value === MISSING ? undefined : textOfValue(document, value);
}

describe('a key', () => {
  it('is told from others that have its length, its ends and its middle', () => {
    const names = ['abcde', 'aXcde', 'abcXe', 'aXcXe'];
    expect(new Set(names.map((name) => keyOf(name).hash)).size).toBe(1);
    const text = `{${names.map((name, i) => `"${name}":${i}`).join(',')}}`;
    for (const [i, name] of names.entries()) expect(found(text, name)).toBe(String(i));
    expect(found(text, 'aYcYe')).toBeUndefined();
    expect(parsed(text, tape).tape.hasDuplicateKeys).toBe(false);
  });

  it('is found however it is escaped, in the text as in the plan', () => {
    holds(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 6 }), { minLength: 1, maxLength: 40 }), (names) => {
        const members = names.map((name, i) => {
          const plain = JSON.stringify(name);
          return `${i % 3 === 0 ? plain.replaceAll(/(?<!\\.{0,4})[ a-z]/gs, unicodeEscape) : plain}:${i}`;
        });
        const text = `{${members.join(',')}}`;
        for (const name of names) expect(found(text, name)).toBe(String(names.lastIndexOf(name)));
        expect(parsed(text, tape).tape.hasDuplicateKeys).toBe(new Set(names).size < names.length);
      }),
      300,
    );
  });

  it.each(['__proto__', 'constructor', 'hasOwnProperty', '', '10', 'é', '\u0000', '"', '\\', '\ud800'])(
    'named %j is as any other: read, written, renamed, removed',
    (name) => {
      const source = JSON.stringify(name);
      const path = parsePath(`/${source}`);
      const document = parsed('{"z":0}', tape);
      document.set(path, addInteger(tape, 1));
      expect(textOfDocument(document)).toBe(`{"z":0,${source}:1}`);
      document.set(path, addInteger(tape, 2));
      document.root = editable(tape, document.root);
      renameAt(tape, findMember(tape, document.root, keyOf('z')), keyEntry(tape, keyOf('y')));
      expect(textOfDocument(document)).toBe(`{"y":0,${source}:2}`);
      renameAt(tape, findMember(tape, document.root, keyOf(name)), keyEntry(tape, keyOf('x')));
      expect(textOfDocument(document)).toBe('{"y":0,"x":2}');
      document.set(path, addInteger(tape, 3));
      expect(document.remove(path)).toBe(1);
      expect(textOfDocument(document)).toBe('{"y":0,"x":2}');
    },
  );

  it('that was written with escapes is compared by what it says', () => {
    const document = parsed('{}', tape);
    const entry = keyEntry(tape, keyOf('a"b'));
    expect(tape.words[entry * 4 + 2]).toBe(ESCAPED_KEY);
    document.set(parsePath('/"a\\"b"'), addInteger(tape, 1));
    expect(textOfValue(document, document.get(parsePath('/"a\\u0022b"')))).toBe('1');
  });
});

function unicodeEscape(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
