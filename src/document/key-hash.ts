/**
 * Which keys may be the same? Those with equal hashes of 64 bits; only they are compared by value. Two lanes of 32 bits
 * in the manner of MurmurHash3 (public domain), each word of the key bytes mixed into both.
 */

export class KeyHash {
  high = 0;
  low = 0;

  /** Hashes the words from one to another, starting from a seed of 64 bits. */
  of(words: Int32Array, from: number, to: number, seedHigh: number, seedLow: number): void {
    let high = seedHigh;
    let low = seedLow;
    for (let i = from; i < to; i++) {
      const word = words[i]!;
      let mixed = Math.imul(word, 0x239b961b);
      mixed = Math.imul((mixed << 15) | (mixed >>> 17), 0xab0e9789 | 0);
      high ^= mixed;
      high = Math.imul(((high << 19) | (high >>> 13)) + low, 5) + 0x561ccd1b;
      mixed = Math.imul(word, 0x38b34ae5);
      mixed = Math.imul((mixed << 16) | (mixed >>> 16), 0xa1e38b93 | 0);
      low ^= mixed;
      low = Math.imul(((low << 17) | (low >>> 15)) + high, 5) + 0x0bcaa747;
    }
    high ^= to - from;
    low ^= to - from;
    high = (high + low) | 0;
    low = (low + high) | 0;
    high = finished(high);
    low = finished(low);
    high = (high + low) | 0;
    low = (low + high) | 0;
    this.high = high >>> 0;
    this.low = low >>> 0;
  }
}

function finished(lane: number): number {
  let mixed = lane ^ (lane >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b | 0);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35 | 0);
  return mixed ^ (mixed >>> 16);
}
