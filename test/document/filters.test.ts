import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encode, type Filter, filterOf } from '../../src/document/filters.ts';
import { holds } from '../property.ts';

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

function filtered(filter: string, text: string): string | undefined {
  const [name, argument] = filter.split(' ');
  return filterOf(name as Filter['name'], argument === undefined ? undefined : Number(argument)).apply(text, sha256);
}

describe('a filter', () => {
  it.each([
    ['year', '2024-03-10T02:30:15.999+05:30', '2024'],
    ['month', '2024-03-10T02:30+05:30', '2024-03'],
    ['day', '2024-03-10T02:30+05:30', '2024-03-09'],
    ['hour', '2024-03-10T02:30+05:30', '2024-03-09T21'],
    ['minute', '2024-03-10T02:30', '2024-03-10T02:30'],
    ['minute', '2024-03-10', '2024-03-10T00:00'],
    ['day', '0000-01-01T00:00+01:00', '-000001-12-31'],
    ['day', 'yesterday', undefined],
    ['lower', 'ÄBC İ', 'äbc i̇'],
    ['upper', 'straße', 'STRASSE'],
    ['trim', '\u00a0\ufeff x\ty \n', 'x\ty'],
    ['slug', '  Crème Brûlée & Co. (№ 5)!', 'creme-brulee-co-no-5'],
    ['slug', 'ﬁne ½ İstanbul', 'fine-1-2-istanbul'],
    ['slug', 'Привет, 世界', 'привет-世界'],
    ['slug', '--', ''],
    ['hash', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['hash 8', 'abc', 'ba7816bf'],
    ['hash', 'a\ud800b', sha256('a\\ud800b')],
    ['hash', '\u{1f600}', sha256('\u{1f600}')],
    ['pad 8', '42', '00000042'],
    ['pad 2', '123', '123'],
    ['encode', '', '~'],
    ['encode', 'a/b\\c?d#e~f%g', 'a~2Fb~5Cc~3Fd~23e~7Ef~25g'],
    ['encode', '  a b ', '~20~20a b~20'],
    ['encode', '   ', '~20~20~20'],
    ['encode', '\u0000\n\u007f\u0085é', '~00~0A~7F~C2~85é'],
  ])('%s of %j is %j', (filter, text, result) => {
    expect(filtered(filter, text)).toBe(result);
  });
});

describe('encode', () => {
  it('can be taken back, and leaves nothing that an id must not hold', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('/', '~', ' ', '%', '2', 'F', '\n', 'é') }),
    );
    holds(
      fc.property(text, (original) => {
        const encoded = encode(original);
        expect(encoded).toMatch(/^[^/\\?#%\p{Cc}]+$/u);
        expect(encoded.trim()).toBe(encoded);
        expect(encoded === '~' ? '' : decodeURIComponent(encoded.replaceAll('~', '%'))).toBe(original);
      }),
      2000,
    );
  });
});
