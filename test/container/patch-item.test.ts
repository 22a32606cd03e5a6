import { describe, expect, it } from 'vitest';
import { patchItem } from '../../src/container/patch-item.ts';
import { Tape } from '../../src/document/tape.ts';

function patched(item: string, ...operations: readonly object[]): string {
  return outcome(item, JSON.stringify(operations));
}

function outcome(item: string, patch: string): string {
  const result = patchItem(new Tape(), Buffer.from(item), Buffer.from(patch));
  return 'status' in result ? `${result.status} ${result.message}` : result.text.toString();
}

const ITEM = '{"id":"x","n":1.50,"big":12345678901234567890,"o":{"a":1},"tags":["a","b"]}';

describe('a patch', () => {
  it('keeps the bytes of what it does not touch, and of what it brings', () => {
    expect(outcome(ITEM, '[ {"op":"add", "path":"/o/new", "value": { "v": 1.10 } } ]')).toBe(
      '{"id":"x","n":1.50,"big":12345678901234567890,"o":{"a":1,"new":{"v":1.10}},"tags":["a","b"]}',
    );
  });

  it('moves what it takes away without touching its digits', () => {
    expect(patched(ITEM, { op: 'move', from: '/big', path: '/o/big' })).toBe(
      '{"id":"x","n":1.50,"o":{"a":1,"big":12345678901234567890},"tags":["a","b"]}',
    );
  });

  it.each([
    ['add sets a property that is there', { op: 'add', path: '/id', value: 'y' }, '{"id":"y","a":[1,2]}'],
    ['add inserts in front of an element', { op: 'add', path: '/a/0', value: 0 }, '{"id":"x","a":[0,1,2]}'],
    ['add inserts in the middle', { op: 'add', path: '/a/1', value: 0 }, '{"id":"x","a":[1,0,2]}'],
    ['add appends by the length', { op: 'add', path: '/a/2', value: 3 }, '{"id":"x","a":[1,2,3]}'],
    ['add appends by -', { op: 'add', path: '/a/-', value: 3 }, '{"id":"x","a":[1,2,3]}'],
    ['set replaces an element', { op: 'set', path: '/a/0', value: 0 }, '{"id":"x","a":[0,2]}'],
    ['set makes a property', { op: 'set', path: '/b', value: null }, '{"id":"x","a":[1,2],"b":null}'],
    ['replace replaces', { op: 'replace', path: '/a', value: 3 }, '{"id":"x","a":3}'],
    ['remove takes an element', { op: 'remove', path: '/a/0' }, '{"id":"x","a":[2]}'],
    ['remove takes a property', { op: 'remove', path: '/a' }, '{"id":"x"}'],
    ['incr adds to an element', { op: 'incr', path: '/a/1', value: -2.5 }, '{"id":"x","a":[1,-0.5]}'],
    ['incr makes a number', { op: 'incr', path: '/n', value: 2 }, '{"id":"x","a":[1,2],"n":2}'],
    ['move moves an element', { op: 'move', from: '/a/0', path: '/first' }, '{"id":"x","a":[2],"first":1}'],
    ['a name may hold a slash and a tilde', { op: 'add', path: '/~1~0', value: 1 }, '{"id":"x","a":[1,2],"/~":1}'],
  ])('%s', (_name, operation, expected) => {
    expect(patched('{"id":"x","a":[1,2]}', operation)).toBe(expected);
  });

  it.each([
    ['replaces what is not there', { op: 'replace', path: '/gone', value: 1 }],
    ['removes what is not there', { op: 'remove', path: '/gone' }],
    ['moves what is not there', { op: 'move', from: '/gone', path: '/a' }],
    ['moves an object into itself', { op: 'move', from: '/o', path: '/o/a' }],
    ['adds below a parent that is missing', { op: 'add', path: '/gone/child', value: 1 }],
    ['adds below a number', { op: 'add', path: '/n/child', value: 1 }],
    ['adds behind the end of an array', { op: 'add', path: '/tags/3', value: 1 }],
    ['adds to a text', { op: 'incr', path: '/id', value: 1 }],
    ['adds a text', { op: 'incr', path: '/n', value: '1' }],
    ['brings no value', { op: 'set', path: '/n' }],
    ['changes a property of the service', { op: 'set', path: '/_ts', value: 1 }],
    ['has no path', { op: 'set', value: 1 }],
    ['knows another operation', { op: 'copy', from: '/n', path: '/m' }],
  ])('is refused as a whole when it %s', (_name, operation) => {
    expect(patched(ITEM, { op: 'set', path: '/n', value: 2 }, operation)).toMatch(/^400 Operation 2 of the patch /);
  });

  it('has ten operations at most', () => {
    const operations = (count: number): object[] =>
      Array.from({ length: count }, (_, i) => ({ op: 'set', path: `/p${i}`, value: i }));
    expect(patched('{"id":"x"}', ...operations(10))).toContain('"p9":9');
    expect(patched('{"id":"x"}', ...operations(11))).toMatch(/^400 .* at most 10/);
  });

  it('may come as an object with its operations, and is refused when it is something else', () => {
    expect(outcome('{"id":"x"}', '{"operations":[{"op":"add","path":"/a","value":1}]}')).toBe('{"id":"x","a":1}');
    for (const patch of ['{}', '"text"', '[1]', '[', '{"operations":{}}'])
      expect(outcome(ITEM, patch)).toMatch(/^400 /);
  });
});
