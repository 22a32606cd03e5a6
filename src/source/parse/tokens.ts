/**
 * Which tokens does this text have, comments and white space included? stream-json finds them, and gives them so that
 * their lengths add up to the bytes: text goes in as one character a byte, and an escape that could end a string or hide
 * its end goes in as plain letters. So bytes stay what they are, numbers and escapes too, and every place is known.
 */
import { Buffer } from 'node:buffer';
import { type JsoncToken, jsoncParser } from 'stream-json/core/jsonc/parser.js';

export type Token = JsoncToken;

const OPTIONS = {
  packValues: false,
  streamValues: true,
  packComments: false,
  streamComments: true,
  streamCommas: true,
  streamWhitespace: true,
  jsonStreaming: true,
};

const NONE: readonly Token[] = [];

export class Tokens {
  readonly #parse = jsoncParser(OPTIONS);
  /** Whether the last byte given was a backslash. */
  #isEscaped = false;

  /**
   * Takes the next bytes; tokens of which the end is not to be seen yet come with the bytes behind them.
   * @throws Error saying what does not fit; tokens before it are lost
   */
  take(bytes: Buffer, from: number, to: number): readonly Token[] {
    const found = this.#parse(this.#masked(bytes, from, to)) as { readonly values?: readonly Token[] };
    return found.values ?? NONE;
  }

  /** Ends a number or a word that could go on; the blank that tells so is not of the file. */
  end(): readonly Token[] {
    const found = this.#parse('\n') as { readonly values?: readonly Token[] };
    return found.values ?? NONE;
  }

  #masked(bytes: Buffer, from: number, to: number): string {
    const piece = bytes.subarray(from, to);
    const first = this.#isEscaped ? 0 : piece.indexOf(92);
    if (first < 0) return piece.toString('latin1');
    const copy = Buffer.from(piece);
    for (let i = first; i < copy.length; i++) {
      const byte = copy[i]!;
      if (this.#isEscaped) {
        this.#isEscaped = false;
        if (byte === 34 || byte === 92) copy[i] = LETTER;
      } else if (byte === 92) {
        this.#isEscaped = true;
        copy[i] = LETTER;
      }
    }
    return copy.toString('latin1');
  }
}

const LETTER = 120;
