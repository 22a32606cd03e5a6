// Which elements does the selected array have, where do they stand, and what is said when there is no such array?
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fatal } from '../../src/errors.ts';
import { holdsAsync } from '../property.ts';
import { sharedFolder } from '../shared-folder.ts';
import { matching, type Reading, readText } from './read-text.ts';

const texts = (reading: Reading): string[] => reading.records.map(({ text }) => text);

describe('select', () => {
  it('gives the elements with their bytes, lines and offsets', async () => {
    const content =
      '\u{feff}{\n "skip": [{"Families": [0]}, "]"],\n "n": -1.5e3,\n "Families" : [\n  {"id": "1", "t": "]}"},\n\n{\n"id":1.0}]\n,"more": {"Families": 3}}\n';
    const reading = await readText(content, { select: '/Families' });
    expect(texts(reading)).toEqual(['{"id": "1", "t": "]}"}', '{\n"id":1.0}']);
    expect(reading.records.map(({ line, index }) => [line, index])).toEqual([
      [5, 0],
      [7, 1],
    ]);
    const file = Buffer.from(content);
    for (const { text, offset } of reading.records)
      expect(file.toString('utf8', offset, offset + Buffer.byteLength(text))).toBe(text);
    expect(reading).toMatchObject({ broken: [], error: undefined, bytes: file.length });
  });

  it.each([
    ['/', '[1,2]'],
    ['/a/b', '{"a":{"x":[0],"b":[1,2],"c":0}}'],
    ['/a/1/b', '{"a":[{"b":[0]},{"b":[1,2]},{"b":[0]}]}'],
    ['/a/1', '{"a":{"0":[0],"1":[1,2]}}'],
    ['/a/"1"', '{"a":{"1":[1,2]}}'],
    ['/1/0', '[[0],[[1,2]]]'],
    ['/"a/b"/"{x}"', '{"a":[0],"a/b":{"{x}":[1,2]}}'],
    ['/é/""', '{"\\u00e9":{"":[1,2]}}'],
    ['/__proto__', '{"__proto__":[1,2]}'],
    ['/a', '{"x":"\\"a\\":[0]","a":[1,2]}'],
  ])('follows %s', async (select, content) => {
    expect(await readText(content, { select })).toMatchObject({
      records: [{ text: '1' }, { text: '2' }],
      broken: [],
      error: undefined,
    });
  });

  it.each([
    [
      '/Familys',
      '{"Families":[1],"count":1}',
      /: the object at \/ has no key "Familys"; did you mean "Families"\? Its keys: "Families", "count"\.$/,
    ],
    ['/a/x', '{"a":{}}', /: the object at \/a has no key "x"\. It is empty\.$/],
    ['/a/3', '{"a":[1,2]}', /: the array at \/a has 2 elements, counted from 0, and no element 3\.$/],
    [
      '/a',
      '{"a":{"b":[1],"c":2}}',
      /: at \/a is an object, and an array is needed\. Its keys: "b", "c"\. Arrays in it: \/a\/b\.$/,
    ],
    ['/', '{"b":[1]}', /: at \/ is an object, and an array is needed\. .*Arrays in it: \/b\.$/],
    ['/a', '{"a":"text"}', /: at \/a is text, and an array is needed\.$/],
    ['/a', '{"a":null}', /: at \/a is null, and an array is needed\.$/],
    ['/a/b', '{"a":7}', /: at \/a is a number, which has no "b"\.$/],
    [
      '/a/b',
      '{"a":[{"b":[1]}]}',
      /: at \/a is an array, which has no key "b"; write \/a\/0\/… for one of its elements, \/a\/\*\/… for all/,
    ],
    ['/a', '[{"a":[1]}]', /: at \/ is an array, which has no key "a"; write \/0\/… .*, or \/ for the array itself/],
  ])('says of %s in %j what is there', async (select, content, message) => {
    const { error, records } = await readText(content, { select });
    expect(records).toEqual([]);
    expect(error).toBeInstanceOf(Fatal);
    expect((error as Fatal).message).toMatch(message);
    expect((error as Fatal).message).toMatch(/^in\.ndjson: select: \//);
    expect(error).toMatchObject({ exitStatus: 5, advice: matching(/^Correct `select`/) });
  });

  it('names the first keys of many', async () => {
    const many = Array.from({ length: 2000 }, (_, i) => `"k${i}":0`).join(',');
    const { error } = await readText(`{${many}}`, { select: '/a' });
    expect((error as Fatal).message).toMatch(/has no key "a"\. Its keys: "k0", .*"k11" and 1988 more\.$/);
  });

  it.each([
    ['{"a":[1,2', ['1', '2'], 1, 9, /^unexpected end of the file after an element/],
    ['{"a":[1,{', ['1'], 1, 8, /^the file ends inside the element/],
    ['{"a":[1,2]', ['1', '2'], 1, 10, /^the file ends behind the array at \/a/],
    ['{"x":1', [], 1, 6, /^the file ends before the array at \/a was found/],
    ['{"x":1,}', [], 1, 7, /^unexpected "}" .*expected another key/],
    ['{"x" 1}', [], 1, 5, /^unexpected "1" .*expected ":"/],
    ['{x:1}', [], 1, 1, /^unexpected "x"/],
    ['{"a":[1]}\n{"a":[2]}', ['1'], 2, 10, /^unexpected "{" .*use the step `split`/],
    ['{"a":[1],\n"a":[2]}', ['1'], 2, 14, /^the key of \/a stands here once more/],
    ['{"a":[1,]}', ['1'], 1, 8, /^unexpected "\]" after ","/],
  ] as const)('says where %j breaks', async (content, read, line, offset, message) => {
    const reading = await readText(content, { select: '/a' });
    expect(reading.error).toBeUndefined();
    expect(texts(reading)).toEqual(read);
    expect(reading.broken).toMatchObject([{ index: read.length, line, offset, message: matching(message) }]);
  });

  it('passes over keys and values of any size', async () => {
    const large = 'x\\"'.repeat(400_000);
    const content = `{"${large}":1,"b":"${large}","c":[${'[{'.repeat(200_000)}${'}]'.repeat(200_000)}],"a":[1,2]}`;
    expect(texts(await readText(content, { select: '/a', maxDocument: 1000 }))).toEqual(['1', '2']);
  });

  it('finds what JSON.parse finds, wherever buffers end', async () => {
    const name = fc.oneof(fc.constantFrom('a', 'b', '0', '1', '', 'a"b', '\\', 'é'), fc.string({ maxLength: 3 }));
    const inside = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, 1.5, 'text', '],[', '\\'.repeat(5)),
        fc.nat(280_000).map((length) => '"\\'.repeat(length / 4)),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(name, tie('value'), { maxKeys: 4 }),
      ),
    })).value;
    await holdsAsync(
      fc.asyncProperty(inside, fc.constantFrom(undefined, 1, '\t'), async (root, space) => {
        const content = JSON.stringify(root, undefined, space);
        for (const { path, array } of arraysIn(root, '').slice(0, 4)) {
          const { records, broken, error, bytes } = await readText(content, { select: path === '' ? '/' : path });
          expect([broken, error]).toEqual([[], undefined]);
          expect(records.map(({ text }) => JSON.stringify(JSON.parse(text)))).toEqual(
            array.map((element) => JSON.stringify(element)),
          );
          for (const { text, offset, line } of records) {
            expect(Buffer.from(content).toString('utf8', offset, offset + Buffer.byteLength(text))).toBe(text);
            expect(line).toBe(Buffer.from(content).toString('utf8', 0, offset).split('\n').length);
          }
          expect(bytes).toBe(Buffer.byteLength(content));
        }
      }),
      60,
    );
  });
});

const families = sharedFolder('data/cosmos-families');
describe.skipIf(families === undefined)(
  `families of a public data set${families === undefined ? ': skipped, there is no ../shared/data' : ''}`,
  () => {
    it('are taken out of their file', async () => {
      const file = join(families ?? '', 'Families.json');
      expect(existsSync(file)).toBe(true);
      const content = readFileSync(file);
      const { Families } = JSON.parse(content.toString('utf8')) as { Families: unknown[] };
      const reading = await readText(content, { select: '/Families' });
      expect(reading).toMatchObject({ broken: [], error: undefined });
      expect(reading.records.map(({ text }) => JSON.parse(text) as unknown)).toEqual(Families);
      expect(Families.length).toBeGreaterThan(2);
    });
  },
);

interface Found {
  readonly path: string;
  readonly array: readonly unknown[];
}

/** Every array inside, with its path. */
function arraysIn(value: unknown, path: string): Found[] {
  if (Array.isArray(value))
    return [{ path, array: value }, ...value.flatMap((element, i) => arraysIn(element, `${path}/${i}`))];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => arraysIn(member, `${path}/${JSON.stringify(key)}`));
}
