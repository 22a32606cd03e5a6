import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { array, assert, constantFrom, double as anyDouble, integer, oneof, property, string } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { effectiveKey, evenBoundaries } from '../../src/container/effective-key.ts';

type Hash = (levels: readonly unknown[]) => string;

// The SDK does not offer its hashes, by which it sends bulk operations to their ranges; they are read from its files.
let theirs: { readonly v1: Hash; readonly v2: Hash; readonly levels: Hash };

beforeAll(async () => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@azure/cosmos')), '../esm/utils/hashing');
  const load = async (file: string): Promise<Record<string, Hash>> =>
    (await import(pathToFileURL(join(folder, file)).href)) as Record<string, Hash>;
  theirs = {
    v1: (await load('v1.js'))['hashV1PartitionKey']!,
    v2: (await load('v2.js'))['hashV2PartitionKey']!,
    levels: (await load('multiHash.js'))['hashMultiHashPartitionKey']!,
  };
});

const hex = (key: Buffer): string => key.toString('hex').toUpperCase();
const text = string({ unit: 'binary', maxLength: 150 });
const double = anyDouble({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0));
const level = oneof(text, double, integer(), constantFrom(true, false, null, {}));

describe('an effective partition key', () => {
  it('of version 2 is the one that the SDK works out', () => {
    assert(
      property(level, (value) => {
        expect(hex(effectiveKey([value], 2))).toBe(theirs.v2([value]));
      }),
    );
  });

  it('of several levels is the one that the SDK works out', () => {
    const levels = array(level, { minLength: 2, maxLength: 3 });
    assert(
      property(levels, (values) => {
        expect(hex(effectiveKey(values, 2))).toBe(theirs.levels(values));
      }),
    );
  });

  it('of version 1 is the one that the SDK works out', () => {
    assert(
      property(level, (value) => {
        expect(hex(effectiveKey([value], 1))).toBe(theirs.v1([value]));
      }),
    );
  });

  it('is one for both zeros, which are one value of a key', () => {
    expect(effectiveKey([-0], 2)).toEqual(effectiveKey([0], 2));
  });
});

describe('the ranges of a new container', () => {
  it.each([1, 2] as const)('hold about as many keys each, with keys of version %s', (version) => {
    const boundaries = evenBoundaries(4, version);
    const counts = [0, 0, 0, 0];
    for (let i = 0; i < 4000; i++) {
      const key = effectiveKey([`customer-${i}`], version);
      counts[boundaries.findLastIndex((from) => key.compare(from) >= 0)]!++;
    }
    for (const count of counts) expect(count).toBeGreaterThan(850);
  });

  it('begin where those of the service do', () => {
    expect(evenBoundaries(2, 2).map(hex)).toEqual(['', '1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF']);
  });
});
