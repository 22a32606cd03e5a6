/** Which shard does a value decide? */
import { kindName } from '../../src/document/decode.ts';
import type { Document } from '../../src/document/document.ts';
import { wellFormed } from '../../src/document/filters.ts';
import type { Path } from '../../src/document/path.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { scalarText } from '../../src/document/scalar-text.ts';
import { MISSING, NULL } from '../../src/document/tape.ts';

/** The first 32 bits of the SHA-256 of the value's text, modulo `shards`. */
export function shardBy(
  document: Document,
  by: Path,
  shards: number,
  sha256: (text: string) => string,
): number | Rejection {
  const { tape } = document;
  const value = document.get(by);
  if (value === MISSING || tape.kind(value) === NULL) {
    const found = value === MISSING ? 'missing' : 'null';
    return reject(
      'KEY_MISSING',
      `${by.text} is ${found}, and the shard is computed from it. Fill it in an earlier step, or choose another path for by.`,
      by.text,
    );
  }
  const text = scalarText(tape, value);
  if (text !== undefined) return Number.parseInt(sha256(wellFormed(text)).slice(0, HEX_OF_32_BITS), 16) % shards;
  return reject(
    'TEMPLATE_NOT_SCALAR',
    `${by.text} is an ${kindName(tape, value)}, and the shard is computed from text, a number or a boolean. Choose a path inside of it for by.`,
    by.text,
  );
}

const HEX_OF_32_BITS = 8;
