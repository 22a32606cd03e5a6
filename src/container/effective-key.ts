/**
 * Where does a logical partition lie among the physical ones? By its effective partition key: the hash of its value,
 * of which each range of a container owns a stretch. Version 2 hashes each level to 16 bytes below 0x40; version 1
 * hashes the first 100 characters to 32 bits and puts the value behind. Clients work out the same to send an operation
 * to the right range.
 */
import { Buffer } from 'node:buffer';
import { murmur128, murmur32 } from './murmur.ts';

export type KeyVersion = 1 | 2;

/** @param levels the values of a partition key, `{}` or `undefined` for a missing one; fewer than all give a prefix. */
export function effectiveKey(levels: readonly unknown[], version: KeyVersion): Buffer {
  if (version === 1) return versionOne(levels[0]);
  if (levels.length === 1) return versionTwo(levels[0]);
  return Buffer.concat(levels.map(versionTwo));
}

/** Where the ranges of a container begin that is spread evenly over so many; the first begins with nothing. */
export function evenBoundaries(count: number, version: KeyVersion): Buffer[] {
  return Array.from({ length: count }, (_, range) => {
    if (range === 0) return Buffer.alloc(0);
    if (version === 1) return sortableNumber(Math.floor((range * 2 ** 32) / count));
    const boundary = Buffer.alloc(16, 0xff);
    boundary.writeUInt32BE(Math.floor((range * 0x40000000) / count) - 1);
    return boundary;
  });
}

const [NONE, NULL, FALSE, TRUE, NUMBER, TEXT, TEXT_END] = [0, 1, 2, 3, 5, 8, 0xff] as const;
/** Characters of a text that version 1 looks at. */
const SEEN = 100;

function versionTwo(value: unknown): Buffer {
  const hash = murmur128(hashed(value, TEXT_END));
  hash[0]! &= 0x3f;
  return hash;
}

function versionOne(value: unknown): Buffer {
  const seen = typeof value === 'string' ? value.slice(0, SEEN) : value;
  const hash = sortableNumber(murmur32(hashed(seen, NONE)));
  if (typeof seen === 'number') return Buffer.concat([hash, sortableNumber(seen)]);
  if (typeof seen !== 'string') return Buffer.concat([hash, hashed(seen, NONE)]);
  const text = Buffer.from(seen, 'utf8');
  const above = Buffer.from(text.map((byte) => (byte < 0xff ? byte + 1 : byte)));
  return Buffer.concat([hash, Buffer.of(TEXT), above, Buffer.of(NONE)]);
}

/** What goes into the hash: a tag for the type, then the content. */
function hashed(value: unknown, textEnd: number): Buffer {
  if (typeof value === 'string') {
    const size = Buffer.byteLength(value);
    const bytes = Buffer.allocUnsafe(size + 2);
    bytes[0] = TEXT;
    bytes.write(value, 1, 'utf8');
    bytes[size + 1] = textEnd;
    return bytes;
  }
  if (typeof value === 'number') {
    const bytes = Buffer.allocUnsafe(9);
    bytes[0] = NUMBER;
    // -0 is 0, as it is where values are compared.
    bytes.writeDoubleLE(value + 0, 1);
    return bytes;
  }
  if (typeof value === 'boolean') return Buffer.of(value ? TRUE : FALSE);
  return Buffer.of(value === null ? NULL : NONE);
}

/** A number in bytes that sort as the numbers do, seven bits in each after the first. */
function sortableNumber(value: number): Buffer {
  const raw = Buffer.alloc(8);
  raw.writeDoubleBE(value);
  const bits = raw.readBigUInt64BE();
  let payload = bits < 1n << 63n ? bits ^ (1n << 63n) : BigInt.asUintN(64, ~bits + 1n);
  const bytes = [NUMBER, Number(payload >> 56n)];
  payload = BigInt.asUintN(64, payload << 8n);
  let byte = 0;
  let isFirst = true;
  do {
    if (!isFirst) bytes.push(byte);
    isFirst = false;
    byte = Number(payload >> 56n) | 1;
    payload = BigInt.asUintN(64, payload << 7n);
  } while (payload !== 0n);
  // The lowest bit says that more follows. Clients leave an empty last byte out.
  const last = byte & 0xfe;
  return Buffer.from(last === 0 ? bytes : [...bytes, last]);
}
