/** Is this NDJSON, one array or one object? Decided by the content, never by the name. */
import type { Buffer } from 'node:buffer';
import type { Cutter } from './cutter.ts';
import { LineCutter } from './line-cutter.ts';

/** The cutter for a file of which `bytes[start..length)` is the beginning. */
export function cutterFor(
  _beginning: { readonly bytes: Buffer; readonly length: number },
  _start: number,
  maxDocument: number,
): Cutter {
  return new LineCutter(maxDocument);
}
