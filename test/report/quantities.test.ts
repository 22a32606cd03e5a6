// Are numbers shown the way people read them?
import { expect, it } from 'vitest';
import { amountText, bytesText, durationText } from '../../src/report/text/quantities.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1.0 KiB'],
  [1024 * 1023.96, '1.0 MiB'],
  [2_097_152, '2.0 MiB'],
  [1.5 * 1024 ** 4, '1.5 TiB'],
  [5000 * 1024 ** 4, '5000.0 TiB'],
])('shows %d bytes as %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

it.each([
  [0.04, '0.0 s'],
  [2, '2 s'],
  [9.94, '9.9 s'],
  [9.96, '10 s'],
  [59.6, '1 min 0 s'],
  [75, '1 min 15 s'],
  [3599.7, '1 h 0 min'],
  [3_600_000 + 60, '1,000 h 1 min'],
])('shows %d seconds as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

it('counts one thing and several', () => {
  expect([amountText(1, 'document'), amountText(0, 'document'), amountText(1_234_567, 'entity', 'entities')]).toEqual([
    '1 document',
    '0 documents',
    '1,234,567 entities',
  ]);
});
