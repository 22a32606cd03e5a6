import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { addJson, addNull } from '../../src/document/literal.ts';
import { parsePath } from '../../src/document/path.ts';
import { pick, pickingOf } from '../../src/document/pick.ts';
import { MISSING, Tape } from '../../src/document/tape.ts';
import { wireText } from '../../src/document/wire-text.ts';
import { parsed, textOfValue } from './parsed.ts';

const tape = new Tape();

/** What is left of a document, and what is dropped of it. */
function picked(json: string, ...paths: readonly string[]): [left: string | undefined, ...dropped: string[]] {
  tape.begin(Buffer.alloc(1));
  const dropped: string[] = [];
  const left = pick(tape, addJson(tape, json), pickingOf(paths.map(parsePath)), (path) => dropped.push(path));
  return [left === MISSING ? undefined : wireText(tape, left).toString(), ...dropped];
}

describe('pick', () => {
  it('joins what several paths keep of one value', () => {
    expect(picked('{"a":{"x":1,"y":2,"z":3}}', '/a/x', '/a/z')).toEqual(['{"a":{"x":1,"z":3}}', '/a/y']);
    expect(picked('{"a":{"x":1,"y":2}}', '/a/x', '/a')).toEqual(['{"a":{"x":1,"y":2}}']);
  });

  it('keeps of an element what is named by a star and by its place', () => {
    const json = '{"l":[{"a":1,"b":2,"c":3},{"a":4,"b":5}]}';
    expect(picked(json, '/l/*/a', '/l/0/b')).toEqual(['{"l":[{"a":1,"b":2},{"a":4}]}', '/l/*/c', '/l/*/b']);
    expect(picked(json, '/l/1')).toEqual(['{"l":[{"a":4,"b":5}]}', '/l/*']);
  });

  it('takes a number for a key in an object, and a quoted number for a key only', () => {
    expect(picked('{"l":{"0":{"a":1,"b":2}}}', '/l/*/a', '/l/0/b')).toEqual(['{"l":{"0":{"b":2}}}', '/l/"0"/a']);
    expect(picked('{"l":["x"],"m":{"0":1}}', '/l/"0"', '/m/"0"')).toEqual(['{"m":{"0":1}}', '/l']);
  });

  it('drops objects left empty, with those that were empty before, but no elements', () => {
    expect(picked('{"a":{"b":{"c":1}},"e":{}}', '/a/b/x', '/e/x')).toEqual([undefined, '/a/b/c', '/e']);
    expect(picked('{"l":[{"x":1},{},{"a":2}]}', '/l/*/a')).toEqual(['{"l":[{},{},{"a":2}]}', '/l/*/x']);
    expect(picked('{"l":[]}', '/l/*/a')).toEqual(['{"l":[]}']);
  });

  it('drops what a path does not lead through', () => {
    expect(picked('{"a":"text","l":[1,[2],{"x":3}],"n":null}', '/a/b', '/l/*/x', '/n/x')).toEqual([
      '{"l":[{"x":3}]}',
      '/a',
      '/l/*',
      '/l/*',
      '/n',
    ]);
    expect(picked('{"l":[{"x":3}]}', '/l/x')).toEqual([undefined, '/l']);
  });

  it('carries a repeated key along', () => {
    const document = parsed('{"a":{"k":1,"k":2},"b":0,"a":3}', tape);
    expect(textOfValue(document, pick(tape, document.root, pickingOf([parsePath('/a')])))).toBe(
      '{"a":{"k":1,"k":2},"a":3}',
    );
  });

  it('leaves what it kept alone when the original is edited afterwards', () => {
    const document = parsed('{"a":{"b":{"c":1}},"d":0}', tape);
    document.set(parsePath('/a/b/x'), addNull(tape));
    const kept = pick(tape, document.root, pickingOf([parsePath('/a')]));
    document.set(parsePath('/a/b/y'), addNull(tape));
    expect(textOfValue(document, kept)).toBe('{"a":{"b":{"c":1,"x":null}}}');
  });
});
