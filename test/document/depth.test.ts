// Nothing that the command does to every document may take a stack frame, or the square of its time, for each level.
import { describe, expect, it } from 'vitest';
import { repeatedKeys, visitUnsafeNumbers } from '../../src/document/inspect.ts';
import { addJson, addNull } from '../../src/document/literal.ts';
import { parsePath } from '../../src/document/path.ts';
import { parseDocument } from '../../src/document/parse.ts';
import { Tape } from '../../src/document/tape.ts';
import { parsed, textOfDocument } from './parsed.ts';

const LEVELS = 100_000;

describe('a document that is 100,000 levels deep', { timeout: 60_000 }, () => {
  const objects = '{"d":'.repeat(LEVELS - 1) + '{"n":12345678901234567890}' + '}'.repeat(LEVELS - 1);
  const arrays = `{"d":${'['.repeat(LEVELS)}1e400${']'.repeat(LEVELS)},"shallow":1.0}`;

  it.each([
    ['objects', objects],
    ['arrays', arrays],
  ])('leaves as it came (%s)', (_name, text) => {
    const document = parsed(text);
    expect(document.tape.depth).toBeGreaterThanOrEqual(LEVELS);
    expect(textOfDocument(document) === text).toBe(true);
    const spaced = text.replaceAll(/[[{]/g, '$& ');
    expect(textOfDocument(parsed(spaced)) === text).toBe(true);
  });

  it('is read and edited at its top', () => {
    const document = parsed(arrays);
    const { tape } = document;
    expect(tape.start(document.get(parsePath('/shallow')))).toBe(arrays.length - 4);
    expect(document.remove(parsePath('/shallow'))).toBe(1);
    document.set(parsePath('/new'), addNull(tape));
    document.set(parsePath('/d/0/0/0'), addJson(tape, '"cut"'));
    expect(textOfDocument(document)).toBe('{"d":[[["cut"]]],"new":null}');
  });

  it.each([
    ['objects', objects, '/d/d/d', '12345678901234567890'],
    ['arrays', arrays, '/d/*/*', '1e400'],
  ])('is looked through for unsafe numbers (%s)', (_name, text, beginning, digits) => {
    const document = parsed(text);
    const found: [string, string][] = [];
    visitUnsafeNumbers(document.tape, document.root, (path, number) => found.push([path.slice(0, 6), number]));
    expect(found).toEqual([[beginning, digits]]);
    document.remove(parsePath('/nothing'));
    document.set(parsePath('/new'), addNull(document.tape));
    visitUnsafeNumbers(document.tape, document.root, (path, number) => found.push([path.slice(0, 6), number]));
    expect(found).toHaveLength(2);
  });

  it('is looked through for repeated keys, also when every level has some', () => {
    const once = parsed('{"d":'.repeat(LEVELS) + '{"a":1,"a":2}' + '}'.repeat(LEVELS));
    expect(once.tape.hasDuplicateKeys).toBe(true);
    const [path, ...others] = repeatedKeys(once.tape, once.root);
    expect(others).toEqual([]);
    // Nobody reads the path of 100,000 names, and a report could not hold many of them.
    expect(path).toMatch(/^(\/d){100,200}\/…\/a$/);

    const everywhere = parsed('{"a":0,"a":'.repeat(LEVELS) + '1' + '}'.repeat(LEVELS));
    expect(repeatedKeys(everywhere.tape, everywhere.root).slice(0, 2)).toEqual(['/a', '/a/a']);
  });

  it('is looked through although every level holds an unsafe number', () => {
    const document = parsed('{"n":1e400,"d":'.repeat(LEVELS) + '1' + '}'.repeat(LEVELS));
    const paths = new Map<string, number>();
    visitUnsafeNumbers(document.tape, document.root, (path) => paths.set(path, (paths.get(path) ?? 0) + 1));
    expect([...paths.keys()].slice(0, 3)).toEqual(['/n', '/d/n', '/d/d/n']);
    expect(paths.size).toBeLessThan(200);
    expect([...paths.values()].reduce((sum, count) => sum + count)).toBe(LEVELS);
  });
});

describe('a document of many members', { timeout: 60_000 }, () => {
  it('is looked through in a time that grows with its size', () => {
    const wide = parsed(`{"list":[${Array.from({ length: 200_000 }, () => '{"n":1e400}').join(',')}]}`);
    const paths = new Set<string>();
    visitUnsafeNumbers(wide.tape, wide.root, (path) => paths.add(path));
    expect([...paths]).toEqual(['/list/*/n']);
  });

  it('is written in a time that grows with its size, element by element', () => {
    const tape = new Tape();
    const document = parsed(`{"list":[${Array.from({ length: 100_000 }, (_, i) => `{"n":${i}}`).join(',')}]}`, tape);
    document.set(parsePath('/list/*/m'), addNull(tape));
    expect(document.remove(parsePath('/list/*/n'))).toBe(100_000);
    expect(textOfDocument(document)).toBe(
      `{"list":[${Array.from({ length: 100_000 }, () => '{"m":null}').join(',')}]}`,
    );
  });
});

it('is refused with more than a million brackets within each other, before it fills memory', () => {
  const tape = new Tape();
  const text = Buffer.from(`{"a":${'['.repeat(8_000_000)}\n`);
  tape.begin(text);
  expect(parseDocument(tape, text, 0, text.length - 1, true)).toEqual({
    at: 5 + 2 ** 20 - 1,
    problem: 'more than a million brackets are open within each other',
  });
  expect(tape.words.byteLength).toBeLessThan(64 * 1024 * 1024);
});
