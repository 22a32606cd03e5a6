// Are the elements of an array those that an established reader of streams finds?
import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { expect, it } from 'vitest';
import { holdsAsync } from '../property.ts';
import { readText } from './read-text.ts';

/** The elements as stream-json has them, each as JSON.stringify prints it. */
async function elementsOf(array: string): Promise<string[]> {
  const items = Readable.from([array]).pipe(streamArray.withParserAsStream());
  const found = (await items.toArray()) as { readonly value: unknown }[];
  return found.map(({ value }) => JSON.stringify(value));
}

it('reads the elements that stream-json reads, whatever they hold', async () => {
  const element = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }));
  await holdsAsync(
    fc.asyncProperty(fc.array(element), fc.constantFrom(undefined, 1, '\t'), async (elements, space) => {
      const array = JSON.stringify(elements, undefined, space);
      const { records, broken } = await readText(array, { name: 'in.json' });
      expect(broken).toEqual([]);
      expect(records.map(({ text }) => JSON.stringify(JSON.parse(text)))).toEqual(await elementsOf(array));
    }),
    100,
  );
});
