/**
 * What is the hash of a partition key's bytes? MurmurHash3 as the service uses it: the 128-bit variant for 64-bit
 * machines in keys of version 2, the 32-bit variant in keys of version 1, both with seed 0.
 */
import { Buffer } from 'node:buffer';

/** The 16 bytes of the hash, the last first: the order in which keys of version 2 are compared. */
export function murmur128(bytes: Uint8Array): Buffer {
  const length = bytes.length;
  const blocks = length & ~15;
  let [h1h, h1l, h2h, h2l] = [0, 0, 0, 0];
  for (let at = 0; at < blocks; at += 16) {
    mixLow(word(bytes, at + 4), word(bytes, at));
    rotate(h1h ^ high, h1l ^ low, 27);
    add(high, low, h2h, h2l);
    multiply(high, low, 0, 5);
    add(high, low, 0, 0x52dce729);
    [h1h, h1l] = [high, low];
    mixHigh(word(bytes, at + 12), word(bytes, at + 8));
    rotate(h2h ^ high, h2l ^ low, 31);
    add(high, low, h1h, h1l);
    multiply(high, low, 0, 5);
    add(high, low, 0, 0x38495ab5);
    [h2h, h2l] = [high, low];
  }
  const rest = new Uint8Array(16);
  rest.set(bytes.subarray(blocks));
  if (length - blocks > 8) {
    mixHigh(word(rest, 12), word(rest, 8));
    [h2h, h2l] = [h2h ^ high, h2l ^ low];
  }
  if (length > blocks) {
    mixLow(word(rest, 4), word(rest, 0));
    [h1h, h1l] = [h1h ^ high, h1l ^ low];
  }
  add(h1h, h1l ^ length, h2h, h2l ^ length);
  const [firstHigh, firstLow] = [high, low];
  add(h2h, h2l ^ length, firstHigh, firstLow);
  const [secondHigh, secondLow] = [high, low];
  finish(firstHigh, firstLow);
  [h1h, h1l] = [high, low];
  finish(secondHigh, secondLow);
  [h2h, h2l] = [high, low];
  add(h1h, h1l, h2h, h2l);
  [h1h, h1l] = [high, low];
  add(h2h, h2l, h1h, h1l);
  const hash = Buffer.allocUnsafe(16);
  hash.writeInt32BE(high | 0, 0);
  hash.writeInt32BE(low | 0, 4);
  hash.writeInt32BE(h1h | 0, 8);
  hash.writeInt32BE(h1l | 0, 12);
  return hash;
}

export function murmur32(bytes: Uint8Array): number {
  const blocks = bytes.length & ~3;
  let hash = 0;
  for (let at = 0; at < blocks; at += 4) {
    hash ^= mix32(word(bytes, at));
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  if (bytes.length > blocks) {
    const rest = new Uint8Array(4);
    rest.set(bytes.subarray(blocks));
    hash ^= mix32(word(rest, 0));
  }
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function mix32(block: number): number {
  const mixed = Math.imul(block, 0xcc9e2d51);
  return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
}

/** The halves of the last result: 64 bits do not fit into a number, and a BigInt takes ten times as long. */
let high = 0;
let low = 0;

function mixLow(h: number, l: number): void {
  multiply(h, l, 0x87c37b91, 0x114253d5);
  rotate(high, low, 31);
  multiply(high, low, 0x4cf5ad43, 0x2745937f);
}

function mixHigh(h: number, l: number): void {
  multiply(h, l, 0x4cf5ad43, 0x2745937f);
  rotate(high, low, 33);
  multiply(high, low, 0x87c37b91, 0x114253d5);
}

function finish(h: number, l: number): void {
  multiply(h, l ^ (h >>> 1), 0xff51afd7, 0xed558ccd);
  multiply(high, low ^ (high >>> 1), 0xc4ceb9fe, 0x1a85ec53);
  low ^= high >>> 1;
}

function add(ah: number, al: number, bh: number, bl: number): void {
  const sum = (al >>> 0) + (bl >>> 0);
  high = (ah + bh + (sum > 0xffffffff ? 1 : 0)) | 0;
  low = sum | 0;
}

function multiply(ah: number, al: number, bh: number, bl: number): void {
  const [a0, a1, b0, b1] = [al & 0xffff, al >>> 16, bl & 0xffff, bl >>> 16];
  const first = a0 * b0;
  const second = a1 * b0 + (first >>> 16);
  const third = a0 * b1 + (second & 0xffff);
  high = (a1 * b1 + (second >>> 16) + (third >>> 16) + Math.imul(ah, bl) + Math.imul(al, bh)) | 0;
  low = (third << 16) | (first & 0xffff);
}

/** To the left. */
function rotate(h: number, l: number, by: number): void {
  if (by < 32) {
    high = (h << by) | (l >>> (32 - by));
    low = (l << by) | (h >>> (32 - by));
  } else {
    high = (l << (by - 32)) | (h >>> (64 - by));
    low = (h << (by - 32)) | (l >>> (64 - by));
  }
}

function word(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}
