import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorTime } from '../processor-time.ts';
import { between, firstPlace, lastPlace } from '../../src/expression/functions/search.ts';
import { holds } from '../property.ts';

/** So long that the product of the lengths is beyond what the engine is trusted with. */
const LONG = 3000;

describe('a search in a text', { timeout: 60_000 }, () => {
  it('finds what the engine finds, in long texts too', () => {
    const piece = fc.constantFrom('a', 'aa', 'b', 'ab', 'abc', '😀', '\ud83d');
    const pieces = fc.array(piece, { minLength: 1, maxLength: 6 });
    holds(
      fc.property(pieces, pieces, pieces, fc.nat(20), (head, part, tail, cut) => {
        const long = part.join('').repeat(LONG);
        const needle = long.slice(cut);
        const text = head.join('') + long + tail.join('') + long;
        expect(firstPlace(text, needle)).toBe(text.indexOf(needle));
        expect(lastPlace(text, needle)).toBe(text.lastIndexOf(needle));
        expect(between(text, needle)).toEqual(text.split(needle));
        expect(firstPlace(text, `${needle}\0`)).toBe(-1);
        expect(lastPlace(needle, text)).toBe(needle.lastIndexOf(text));
      }),
      30,
    );
  });

  it('takes no time to speak of where the engine takes minutes', async () => {
    const text = 'a'.repeat(1_000_000);
    const part = `${'a'.repeat(250_000)}b${'a'.repeat(250_000)}`;
    const time = await processorTime(() => {
      expect([firstPlace(text, part), lastPlace(text, part), between(text, part).length]).toEqual([-1, -1, 1]);
    });
    expect(time).toBeLessThan(5000);
  });
});
