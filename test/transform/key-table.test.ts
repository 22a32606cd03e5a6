import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeyTable } from '../../src/transform/key-table.ts';
import { holds } from '../property.ts';

const wordsOf = (key: number): Int32Array => Int32Array.of(key & 7, key >> 3, 5);
const contentOf = (content: number): Int32Array => Int32Array.of(content >> 3, content & 7);

it('finds what was added and not given back, though many want the same place', () => {
  const turn = fc.array(fc.oneof(fc.nat(3_000), fc.constant('shrink' as const)), { maxLength: 200 });
  holds(
    fc.property(fc.array(turn, { maxLength: 20 }), (turns) => {
      const table = new KeyTable();
      const known: number[] = [];
      const absent: number[] = [];
      for (const keys of turns) {
        const kept = known.length;
        for (const key of keys) {
          if (key === 'shrink') {
            known.length = Math.min(known.length, kept);
            table.shrinkTo(known.length);
          } else if (!known.includes(key)) {
            absent.push(table.find(wordsOf(key)));
            table.add(wordsOf(key), contentOf(key * 3));
            known.push(key);
          }
        }
        expect(absent.every((number) => number === -1)).toBe(true);
        expect(table.count).toBe(known.length);
        for (const [number, key] of known.entries()) {
          expect(table.find(wordsOf(key))).toBe(number);
          expect([3, 4].map((times) => table.hasContent(number, contentOf(key * times)))).toEqual([true, key === 0]);
        }
      }
    }),
    60,
  );
}, 60_000);

it('numbers a hundred thousand keys as they come, and finds no others', () => {
  const table = new KeyTable();
  const key = (number: number): Int32Array => Int32Array.of(Math.imul(number, 0x9e3779b1), number, ~number);
  for (let i = 0; i < 100_000; i++) table.add(key(i), contentOf(i));
  for (let i = 0; i < 100_000; i += 37) expect(table.find(key(i))).toBe(i);
  for (let i = 100_000; i < 101_000; i++) expect(table.find(key(i))).toBe(-1);
  const other = new KeyTable();
  const words = new Int32Array(4);
  for (let i = 77_770; i < 77_780; i++) {
    table.copyTo(words, i);
    other.restore(words);
  }
  expect(other.find(key(77_777))).toBe(7);
  expect(other.hasContent(7, contentOf(77_777))).toBe(true);
  expect(other.hasContent(7, contentOf(77_778))).toBe(false);
});
