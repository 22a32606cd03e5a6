// Is an instant written as people expect it, and never as something that is no time any more?
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseTime } from '../../src/document/time.ts';
import { timeText } from '../../src/document/time-text.ts';
import { holds } from '../property.ts';

it.each([
  [0, '1970-01-01T00:00:00Z'],
  [-1, '1969-12-31T23:59:59.999Z'],
  [1_403_697_600_120, '2014-06-25T12:00:00.120Z'],
  [-62_167_219_200_000, '0000-01-01T00:00:00Z'],
  [253_402_300_799_999, '9999-12-31T23:59:59.999Z'],
])('writes %d as %s', (milliseconds, text) => {
  expect(timeText(milliseconds)).toBe(text);
});

it.each([253_402_300_800_000, -62_167_219_200_001, 8.64e15 + 1, Infinity, NaN])(
  'has no text for %d',
  (milliseconds) => {
    expect(timeText(milliseconds)).toBeUndefined();
  },
);

it('writes what is read as the same instant', () => {
  const instants = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 });
  holds(
    fc.property(instants, (milliseconds) => {
      const text = timeText(milliseconds)!;
      expect(parseTime(text)).toEqual({ milliseconds, finer: '' });
      expect(text).toBe(new Date(milliseconds).toISOString().replace('.000Z', 'Z'));
    }),
    2000,
  );
});

it.each([0, 4, 100, 400, 1600, 1900, 1999, 2000, 2024, 9999])('writes every day of the year %d', (year) => {
  const first = Date.parse(`${String(year).padStart(4, '0')}-01-01`);
  const days = Array.from({ length: 365 }, (_, day) => first + day * 86_400_000);
  expect(days.map(timeText)).toEqual(days.map((day) => new Date(day).toISOString().replace('.000Z', 'Z')));
});
