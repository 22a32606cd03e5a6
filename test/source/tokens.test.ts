// Which records does a text hold that only a tokenizer can follow: with comments, or below a path with a star?
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fatal } from '../../src/errors.ts';
import { holdsAsync } from '../property.ts';
import { matching, type Reading, readText } from './read-text.ts';

const texts = (reading: Reading): string[] => reading.records.map(({ text }) => text);
const values = (reading: Reading): unknown[] => texts(reading).map((text) => JSON.parse(text) as unknown);

/** Each record's text is what the file has at its offset, comments and trailing commas blanked, and its line is that line. */
function standWhereTheySay(reading: Reading, content: string): void {
  const file = Buffer.from(content);
  for (const { text, offset, line } of reading.records) {
    const original = file.toString('utf8', offset, offset + Buffer.byteLength(text));
    expect(original.replace(/\s/g, '').startsWith(text.trimStart()[0]!)).toBe(true);
    expect(/[/,]/.test(original) || text === original).toBe(true);
    expect(line).toBe(file.toString('latin1', 0, offset).split('\n').length);
  }
  expect(reading).toMatchObject({ broken: [], error: undefined, bytes: file.length });
}

describe('jsonc', () => {
  it('is an array with comments and trailing commas, of which numbers, escapes and places stay', async () => {
    const content = [
      '\u{feff}// posts, "exported" {[',
      '[ /* one */ {"id": "1", // a "quote" \\',
      '  "n": 9007199254740993, /* \\" \\\\ é */ "t": "\\u00e9\\/ // no comment, \\",]",',
      '  "list": [1.50, 2, ], },',
      '',
      ' {"id" /* behind */ : /* before */ -0.0 /**/ , /*,*/},',
      '/* the end */ ]',
      '// no newline at the end',
    ].join('\n');
    const reading = await readText(content);
    standWhereTheySay(reading, content);
    expect(texts(reading).map((text) => text.replace(/\s+/g, ''))).toEqual([
      '{"id":"1","n":9007199254740993,"t":"\\u00e9\\///nocomment,\\",]","list":[1.50,2]}',
      '{"id":-0.0}',
    ]);
  });

  it('is one object, or values one after the other', async () => {
    expect(texts(await readText('// c\n{"id":"1",}'))).toEqual(['{"id":"1" }']);
    expect(texts(await readText('{"id":"1",}{"id":"2"} /* */ {"id":"3"}7', { format: 'jsonc' }))).toEqual([
      '{"id":"1" }',
      '{"id":"2"}',
      '{"id":"3"}',
      '7',
    ]);
    expect(await readText('// nothing', { format: 'jsonc' })).toMatchObject({
      records: [],
      broken: [],
      error: undefined,
    });
  });

  it('goes together with select', async () => {
    const content = '{ // two\n "a": [ {"id":"1",}, /* x */ 2, ], }';
    expect(texts(await readText(content, { select: '/a' }))).toHaveLength(0);
    const reading = await readText(content, { select: '/a', format: 'jsonc' });
    expect(texts(reading)).toEqual(['{"id":"1" }', '2']);
    const { error } = await readText(content, { select: '/b', format: 'jsonc' });
    expect((error as Fatal).message).toMatch(/the object at \/ has no key "b"; did you mean "a"\?/);
  });

  it.each([
    ['[1, /* x', ['1'], 1, 8, /^the file ends inside the text/],
    ['[{"a":1}, {"b":', ['{"a":1}'], 1, 10, /^the file ends inside the element/],
    ['[{"a":1},\n {"b" 1}]', ['{"a":1}'], 1, 8, /^what follows here is not JSON \(.*':'/],
    ['[{"a":1}]\n[2]', ['{"a":1}'], 2, 10, /^another value begins here, and the array is the whole file/],
    ['[{"a":1},,]', ['{"a":1}'], 1, 8, /^what follows here is not JSON/],
    ['[tru', [], 1, 1, /^the file ends inside the text|^what follows/],
  ] as const)('says where %j breaks', async (content, read, line, offset, message) => {
    const reading = await readText(content, { format: 'jsonc' });
    expect(reading.error).toBeUndefined();
    expect(texts(reading)).toEqual(read);
    expect(reading.broken).toMatchObject([{ index: read.length, line, offset, message: matching(message) }]);
  });

  it('keeps invalid UTF-8 and invalid escapes for the tokenizer of documents to refuse', async () => {
    const bytes = Buffer.concat([
      Buffer.from('[/**/{"t":"'),
      Buffer.from([0xe9, 0x5c, 0x71]),
      Buffer.from('"},{"id":"2"}]'),
    ]);
    const reading = await readText(bytes, { format: 'jsonc' });
    expect(reading.records.map(({ utf8 }) => utf8)).toEqual([false, false]);
    expect(texts(reading)).toEqual(['{"t":"\ufffd\\q"}', '{"id":"2"}']);
  });

  it('passes over an element that is too large', async () => {
    const large = `{"t":"${'\\"]/*'.repeat(100_000)}" /* ${'x'.repeat(300_000)} */ }`;
    const reading = await readText(`[{"id":"1"}, ${large},\n {"id":"3"},]`, { format: 'jsonc', maxDocument: 100_000 });
    expect(texts(reading)).toEqual(['{"id":"1"}', '{"id":"3"}']);
    expect(reading.broken).toMatchObject([
      { index: 1, line: 1, offset: 13, message: matching(/^this element is larger than 100,000 bytes/) },
    ]);
  });

  it('is what JSON.parse finds without what was put in, wherever buffers end', async () => {
    const trivia = fc.constantFrom(
      '',
      ' ',
      '\n',
      '/* a "b\\" ]}, */',
      '// x \\"{[,\n',
      `/*${'é*'.repeat(70_000)}*/`,
      '\r\n\t',
    );
    await holdsAsync(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }), { maxLength: 8 }),
        fc.infiniteStream(trivia),
        fc.infiniteStream(fc.boolean()),
        async (elements, trivias, commas) => {
          const content = withTrivia(elements, trivias, commas);
          const reading = await readText(content, { format: 'jsonc' });
          expect(values(reading)).toEqual(JSON.parse(JSON.stringify(elements)));
          standWhereTheySay(reading, content);
        },
      ),
      60,
    );
  });
});

describe('select with a star', () => {
  it('gives the elements of every array that it means, with their bytes, lines and offsets', async () => {
    const content =
      '\u{feff}{"n": 1, "orders": [ {"items": [{"id": 1.0, "t": "\\u00e9]"},\n {"id":2}], "x": [0]},\n{"items": []}, {"no": 1}, {"items": null}, {"items":[\n3]}], "items": [9]}\n';
    const reading = await readText(content, { select: '/orders/*/items' });
    standWhereTheySay(reading, content);
    expect(texts(reading)).toEqual(['{"id": 1.0, "t": "\\u00e9]"}', '{"id":2}', '3']);
    expect(reading.records.map(({ line }) => line)).toEqual([1, 2, 4]);
  });

  it.each([
    ['/*', '[[1],[2]]'],
    ['/*/*', '[[[1]],[[2]]]'],
    ['/a/*/0', '{"a":[[[1],[0]],[[2]]]}'],
    ['/*/"a b"', '[{"a b":[1]},{"a b":[2]}]'],
    ['/*/é', '[{"\\u00e9":[1]},{"é":[2]}]'],
    ['/*/__proto__', '[{"__proto__":[1]},{"__proto__":[2]}]'],
  ])('follows %s', async (select, content) => {
    expect(await readText(content, { select })).toMatchObject({
      records: [{ text: '1' }, { text: '2' }],
      broken: [],
      error: undefined,
    });
  });

  it('leaves out what is no array, and says so', async () => {
    const reading = await readText('[{"a":[1]},\n{"a":{"b":2}},{"a":"text"},{"a":[3]}]', { select: '/*/a' });
    expect(texts(reading)).toEqual(['1', '3']);
    expect(reading.broken).toMatchObject([
      {
        index: 1,
        line: 2,
        offset: 17,
        message: matching(/^`select` takes .* at \/\*\/a, and here is an object; it was left out/),
      },
      { index: 2, line: 2, offset: 31, message: matching(/and here is text/) },
    ]);
    expect(reading.broken[0]!.original.toString()).toBe('{"b":2}');
  });

  it.each([
    ['/a/*/items', '{"a":[{"item":[1]},{"x":1}]}', /the object at \/a\/\* has no key "items"; did you mean "item"\?/],
    ['/a/*/b', '{"a":{"x":{"b":[1]}}}', /at \/a is an object, and \* means the elements of an array\.$/],
    ['/a/*/b', '{"c":1}', /the object at \/ has no key "a"/],
    ['/a/*', '7', /at \/ is a number, which has no "a"/],
  ])('says of %s in %j what is there', async (select, content, message) => {
    const { error, records } = await readText(content, { select });
    expect(records).toEqual([]);
    expect((error as Fatal).message).toMatch(message);
  });

  it('finds nothing in an empty array, which is no error', async () => {
    expect(await readText('{"a":[]}', { select: '/a/*/b' })).toMatchObject({
      records: [],
      broken: [],
      error: undefined,
    });
  });

  it.each([
    ['[{"a":[1,]}]', ['1'], 9, /^a comma behind the last element.*`format: jsonc`/],
    ['[{"a":[1]},// c\n]', ['1'], 11, /^comments are not JSON.*`format: jsonc`/],
    ['[{"a":[1]}] [{"a":[2]}]', ['1'], 12, /^another value begins here.*use the step `split`/],
    ['[{"a":[1', ['1'], 8, /^the file ends inside the text/],
    ['', [], 0, /^the file ends inside the text/],
  ] as const)('says where %j breaks', async (content, read, offset, message) => {
    const reading = await readText(content, { select: '/*/a' });
    expect(texts(reading)).toEqual(read);
    expect(reading.broken).toMatchObject([{ index: read.length, line: 1, offset, message: matching(message) }]);
  });

  it('finds what JSON.parse finds, wherever buffers end', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.nat(90_000).map((length) => '"\\'.repeat(length)),
    );
    const record = fc.oneof(fc.jsonValue({ maxDepth: 2 }), text);
    const root = fc.array(
      fc.record({ x: record, a: fc.array(record, { maxLength: 4 }), y: record }, { requiredKeys: [] }),
    );
    await holdsAsync(
      fc.asyncProperty(root, fc.constantFrom(undefined, 1, '\t'), async (orders, space) => {
        const content = JSON.stringify(orders, undefined, space);
        const wanted = orders.flatMap(({ a = [] }) => a);
        fc.pre(orders.length === 0 || orders.some(({ a }) => a !== undefined));
        const reading = await readText(content, { select: '/*/a' });
        expect(values(reading)).toEqual(JSON.parse(JSON.stringify(wanted)));
        for (const { text: written, offset } of reading.records)
          expect(Buffer.from(content).toString('utf8', offset, offset + Buffer.byteLength(written))).toBe(written);
        standWhereTheySay(reading, content);
      }),
      60,
    );
  });
});

/** An array as JSON with comments, with white space and comments between all tokens and perhaps a comma behind the last. */
function withTrivia(elements: readonly unknown[], trivia: Iterator<string>, commas: Iterator<boolean>): string {
  const between = (): string => trivia.next().value as string;
  const write = (value: unknown): string => {
    if (value === null || typeof value !== 'object') return between() + JSON.stringify(value) + between();
    const [open, close, parts] = Array.isArray(value)
      ? ['[', ']', value.map(write)]
      : [
          '{',
          '}',
          Object.entries(value).map(
            ([key, member]) => `${between()}${JSON.stringify(key)}${between()}:${write(member)}`,
          ),
        ];
    const comma = parts.length > 0 && commas.next().value === true ? `,${between()}` : '';
    return `${between()}${open}${between()}${parts.join(',')}${comma}${close}${between()}`;
  };
  return write(elements);
}
