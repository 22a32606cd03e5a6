/** Which values come from a seed? The same seed gives the same values, in the order in which they are asked for. */
import { FIRST_NAMES, FOREIGN_WORDS, LAST_NAMES, WORDS } from './words.ts';

declare global {
  interface JSON {
    /** A number by its text; in Node from 22 on, not yet in the types. */
    rawJSON(text: string): unknown;
  }
}

export interface Random {
  /** From 0 up to, not including, 1. */
  readonly fraction: () => number;
  /** A whole number from 0 up to, not including, `limit`. */
  readonly below: (limit: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
  /** Words of at least `length` characters, some foreign, with quotes, backslashes and line ends among them. */
  readonly text: (length: number) => string;
  readonly hex: (digits: number) => string;
  readonly uuid: () => string;
  /** A time between 2017 and 2025, ISO 8601. */
  readonly time: () => string;
  readonly personName: () => string;
  /** An integer that a double cannot hold. */
  readonly unsafeInteger: () => unknown;
}

export function randomFrom(seed: number): Random {
  const fraction = mulberry32((seed * 2654435761) >>> 0 || 1);
  const below = (limit: number): number => (fraction() * limit) | 0;
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;

  const word = (draw: number): string => {
    if (draw < 0.012) return pick(FOREIGN_WORDS);
    if (draw < 0.018) return '\n';
    if (draw < 0.024) return `"${pick(WORDS)}"`;
    if (draw < 0.027) return `C:\\${pick(WORDS)}`;
    return pick(WORDS);
  };
  const text = (length: number): string => {
    let written = pick(WORDS);
    while (written.length < length) {
      const draw = fraction();
      written += ` ${word(draw)}`;
      if (draw > 0.9) written += pick(['.', ',', ';', '!', '?']);
    }
    return written;
  };

  const hex = (digits: number): string => {
    let written = '';
    while (written.length < digits) written += ((fraction() * 2 ** 32) >>> 0).toString(16).padStart(8, '0');
    return written.slice(0, digits);
  };
  const uuid = (): string => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  const time = (): string => new Date(1_500_000_000_000 + Math.floor(fraction() * 250_000_000_000)).toISOString();
  const personName = (): string => `${pick(FIRST_NAMES)} ${pick(LAST_NAMES)}`;
  const unsafeInteger = (): unknown => {
    const odd = 2n ** 53n + 1n;
    return JSON.rawJSON(`${odd + BigInt(below(2 ** 30)) * BigInt(1 + below(2 ** 28)) * 2n}`);
  };
  return { fraction, below, pick, text, hex, uuid, time, personName, unsafeInteger };
}

/** A known small generator with 32 bits of state, good enough for texts. */
function mulberry32(state: number): () => number {
  let current = state;
  return () => {
    current = (current + 0x6d2b79f5) | 0;
    let mixed = Math.imul(current ^ (current >>> 15), 1 | current);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
