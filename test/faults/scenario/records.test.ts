// Do the records hold what runs are to be struck at?
import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { Random } from '../random.ts';
import { makeRecords } from './records.ts';

/** From this size on a record is committed inside, in bytes. */
const LARGE = 1 << 18;

it.each([1, 2, 3])('has one record that is committed inside (seed %i)', (seed) => {
  const sizes = makeRecords(new Random(seed), 1_000).map(({ text }) => Buffer.byteLength(text));
  expect(sizes.filter((size) => size >= LARGE)).toHaveLength(1);
});

it('has broken records, records that are no documents, repeated ones, and long numbers', () => {
  const records = makeRecords(new Random(4), 1_000);
  const texts = records.map(({ text }) => text);
  expect(records.some(({ isJson }) => !isJson)).toBe(true);
  expect(texts.some((text) => /^(7|"text"|null|\[)/.test(text))).toBe(true);
  expect(new Set(texts).size).toBeLessThan(texts.length);
  expect(texts.some((text) => /"views":90071992547409\d/.test(text))).toBe(true);
});

it('is the same for one seed, and another for the next', () => {
  const made = (seed: number): string => JSON.stringify(makeRecords(new Random(seed), 100));
  expect(made(5)).toBe(made(5));
  expect(made(5)).not.toBe(made(6));
});
