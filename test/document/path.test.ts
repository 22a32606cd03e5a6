import { describe, expect, it } from 'vitest';
import { childPath, lastName, parsePath, PathError } from '../../src/document/path.ts';
import { MISSING } from '../../src/document/tape.ts';
import { parsed, textOfValue } from './parsed.ts';

const DOCUMENT = String.raw`{
  "a": {"b": 1, "": 2, "0": 3, "*": 4, "[]": 5, "x/y": {"c": 6}, "\"": 7, "\u0061b": 8, "é": 9, " ": 10},
  "list": [{"id": "p"}, {"id": "q", "tags": [1, 2]}, 3, null, [4]],
  "10": "ten", "__proto__": "own", "constructor": "mine", "": {"": "twice empty"},
  "twice": 1, "twice": 2, "nothing": null
}`;

describe('a path', () => {
  it.each<[path: string, ...values: string[]]>([
    ['/a/b', '1'],
    ['/a/""', '2'],
    ['/a/0', '3'],
    ['/a/"*"', '4'],
    ['/a/"x/y"/c', '6'],
    [String.raw`/a/"\""`, '7'],
    ['/a/ab', '8'],
    [String.raw`/a/"\u0061b"`, '8'],
    ['/a/é', '9'],
    ['/a/ ', '10'],
    ['/list/0/id', '"p"'],
    ['/list/*/id', '"p"', '"q"'],
    ['/list/[]/id', '"p"', '"q"'],
    ['/list/"[]"/id'],
    ['/a/"[]"', '5'],
    ['/a/[]'],
    ['/list/[]x/id'],
    ['/list/*/tags/*', '1', '2'],
    ['/list/*/0', '4'],
    ['/list/2', '3'],
    ['/list/5'],
    ['/list/01'],
    ['/list/"0"'],
    ['/list/-1'],
    ['/list/length'],
    ['/a/*'],
    ['/nothing', 'null'],
    ['/nothing/x'],
    ['/nothing/*'],
    ['/10', '"ten"'],
    ['/__proto__', '"own"'],
    ['/constructor', '"mine"'],
    ['/toString'],
    ['/""/""', '"twice empty"'],
    ['/twice', '2'],
    ['/Twice'],
  ])('%s means %s %s %s', (text, ...values) => {
    const document = parsed(DOCUMENT);
    const path = parsePath(text);
    const found: string[] = [];
    document.each(path, (value) => found.push(textOfValue(document, value)));
    expect(found).toEqual(values);
    if (path.many) return;
    const value = document.get(path);
    expect(value === MISSING ? [] : [textOfValue(document, value)]).toEqual(values);
  });

  it('/ is the document', () => {
    const document = parsed(DOCUMENT);
    expect(document.get(parsePath('/'))).toBe(document.root);
  });

  it.each([
    ['', 'a path starts with "/"'],
    ['a/b', 'a path starts with "/", found "a/b"'],
    ['//', 'empty segment'],
    ['/a//b', 'empty segment'],
    ['/a/', 'empty segment'],
    ['/"a', 'never closed'],
    [String.raw`/"a\"`, 'never closed'],
    ['/"a"b', 'behind "a" a "/" or the end was expected'],
    [String.raw`/"\x"`, 'is no JSON string'],
  ])('%s is refused: %s', (text, reason) => {
    expect(() => parsePath(text)).toThrow(PathError);
    expect(() => parsePath(text)).toThrow(reason);
  });

  it.each([
    ['/', ''],
    ['/a', 'a'],
    ['/a/*', 'a'],
    ['/a/*/"b/c"', 'b/c'],
    ['/a/0', '0'],
  ])('%s is called %j by its last key', (text, name) => {
    expect(lastName(parsePath(text))).toBe(name);
  });

  it.each(['a', '', '*', '10', 'x/y', '"', '[]', ' a', '{', 'é', '__proto__'])(
    'of a property named %j leads to that property',
    (name) => {
      const document = parsed(`{"o":{${JSON.stringify(name)}:"here"},"list":["wrong"]}`);
      const value = document.get(parsePath(childPath('/o', name)));
      expect(value).not.toBe(MISSING);
      expect(textOfValue(document, value)).toBe('"here"');
      expect(childPath('/', name)).toBe(childPath('', name));
    },
  );
});
