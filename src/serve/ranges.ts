/** How is a container spread? Physical ranges, each a stretch of effective partition keys; together they hold all. */
import { Buffer } from 'node:buffer';
import { evenBoundaries, type KeyVersion } from '../container/effective-key.ts';

export interface PhysicalRange {
  readonly id: string;
  /** From this effective partition key on, and below that one. */
  readonly from: Buffer;
  readonly to: Buffer;
  /** Ids of the ranges it was made of. */
  readonly parents: readonly string[];
}

/** Behind every effective partition key. */
export const END_OF_KEYS: Buffer = Buffer.of(0xff);

export function evenRanges(count: number, version: KeyVersion): readonly PhysicalRange[] {
  const boundaries = evenBoundaries(count, version);
  return boundaries.map((from, at) => ({
    id: String(at),
    from,
    to: boundaries[at + 1] ?? END_OF_KEYS,
    parents: [],
  }));
}

/** The range that holds an effective partition key. */
export function rangeOf(ranges: readonly PhysicalRange[], key: Buffer): PhysicalRange {
  const range = ranges.find((one) => holds(one, key));
  if (range === undefined) throw new Error(`No range holds the effective partition key ${hexOf(key)}.`);
  return range;
}

export function holds({ from, to }: PhysicalRange, key: Buffer): boolean {
  return key.compare(from) >= 0 && key.compare(to) < 0;
}

/** Effective partition keys as the protocol writes them. */
export function hexOf(key: Buffer): string {
  return key.toString('hex').toUpperCase();
}

/** `undefined` for what is no such text. */
export function keyOfHex(hex: string): Buffer | undefined {
  return /^([0-9A-Fa-f]{2})*$/.test(hex) ? Buffer.from(hex, 'hex') : undefined;
}
