/**
 * In which order do entries stand? An entry is four words: two of the key, high then low, and two that it carries.
 * Sorted by key, entries with equal keys stay in the order in which they came (a radix sort, byte by byte).
 */

/** Words of an entry. */
export const ENTRY = 4;

/** Sorts the first `count` entries; the result is in the one or the other array. */
export function sortEntries(entries: Uint32Array, count: number, other: Uint32Array): Uint32Array {
  const counts = countBytes(entries, count);
  let from = entries;
  let to = other;
  for (let digit = 0; digit < DIGITS; digit++) {
    const offsets = counts.subarray(digit * RADIX, digit * RADIX + RADIX);
    const word = digit < 4 ? 1 : 0;
    const shift = (digit & 3) * 8;
    if (count === 0 || offsets[(from[word]! >>> shift) & 255] === count) continue;
    toOffsets(offsets);
    for (let at = 0; at < count * ENTRY; at += ENTRY) {
      const byte = (from[at + word]! >>> shift) & 255;
      const target = offsets[byte]!++ * ENTRY;
      to[target] = from[at]!;
      to[target + 1] = from[at + 1]!;
      to[target + 2] = from[at + 2]!;
      to[target + 3] = from[at + 3]!;
    }
    [from, to] = [to, from];
  }
  return from;
}

const DIGITS = 8;
const RADIX = 256;

/** How often each value of each byte of the key comes, the lowest byte first. */
function countBytes(entries: Uint32Array, count: number): Uint32Array {
  const counts = new Uint32Array(DIGITS * RADIX);
  for (let at = 0; at < count * ENTRY; at += ENTRY) {
    for (let word = 0; word < 2; word++) {
      const value = entries[at + 1 - word]!;
      const base = word * 4 * RADIX;
      counts[base + (value & 255)]!++;
      counts[base + RADIX + ((value >>> 8) & 255)]!++;
      counts[base + 2 * RADIX + ((value >>> 16) & 255)]!++;
      counts[base + 3 * RADIX + (value >>> 24)]!++;
    }
  }
  return counts;
}

function toOffsets(counts: Uint32Array): void {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i]!;
    counts[i] = sum;
    sum += count;
  }
}
