/** What stands in the place of a scalar that is masked? Its type stays, and null stays null. */
import { sourceOf, textOf } from '../../src/document/decode.ts';
import { wellFormed } from '../../src/document/filters.ts';
import { numberText } from '../../src/document/number.ts';
import type { ReplaceScalar } from '../../src/document/replace-scalars.ts';
import { NULL, NUMBER, STRING } from '../../src/document/tape.ts';

export type MaskName = 'hash' | 'redact' | 'keepLast';

/** Hex of a hash under the key. */
type Hash = (text: string) => string;

/** What it makes of text, and of the text of a number; both as JSON. */
interface Mask {
  text(text: string): string;
  number(text: string): string;
}

export function maskOf(name: MaskName, count: number | undefined, hash: Hash): ReplaceScalar {
  const mask = { redact: REDACT, hash: hashing(count, hash), keepLast: keepingLast(count ?? 0) }[name];
  return (tape, scalar) => {
    const kind = tape.kind(scalar);
    if (kind === NULL) return undefined;
    if (kind === STRING) return mask.text(textOf(tape, scalar));
    // One of two values cannot be masked and kept apart.
    return kind === NUMBER ? mask.number(numberText(sourceOf(tape, scalar))) : 'false';
  };
}

const REDACT: Mask = { text: () => '"***"', number: () => '0' };

/** As many hex digits as a double holds. */
const HEX_OF_A_NUMBER = 13;

function hashing(count: number | undefined, hash: Hash): Mask {
  return {
    text: (text) => `"${hash(wellFormed(text)).slice(0, count)}"`,
    number: (text) => String(Number.parseInt(hash(text).slice(0, Math.min(count ?? Infinity, HEX_OF_A_NUMBER)), 16)),
  };
}

function keepingLast(count: number): Mask {
  return {
    text(text) {
      const characters = Array.from(text);
      const hidden = hiddenOf(characters.length, count);
      return JSON.stringify('*'.repeat(hidden) + characters.slice(hidden).join(''));
    },
    number(text) {
      if (text.includes('e') || text.includes('E')) return '0';
      let hidden = hiddenOf(text.replaceAll(/\D/g, '').length, count);
      const zeroed = text.replaceAll(/\d/g, (digit) => (hidden-- > 0 ? '0' : digit));
      return zeroed.replace(/^(-?)0+(?=\d)/, '$1').replace(/^-(?=[0.]+$)/, '');
    },
  };
}

/** What is not longer than what may be seen is hidden whole. */
function hiddenOf(length: number, count: number): number {
  return length > count ? length - count : length;
}
