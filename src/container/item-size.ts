/**
 * Is the item small enough? 2 MB of JSON as UTF-8 (quota page), which is not said to be 2,000,000 or 2,097,152 bytes:
 * the larger is the limit here (Microsoft's in-memory emulator counts so), and what lies between is a warning.
 */
import { reject, type Rejection } from '../document/rejection.ts';

export const LARGEST_ITEM = 2_097_152;
export const NEARLY_TOO_LARGE = 2_000_000;

/** @param bytes length of the minified text that would be sent. */
export function refuseSize(bytes: number): Rejection | undefined {
  if (bytes <= LARGEST_ITEM) return undefined;
  return reject(
    'ITEM_TOO_LARGE',
    `The document has ${bytes} bytes of minified text, and at most ${LARGEST_ITEM} (2 MiB) are allowed. Split what grows, or move large values out of it.`,
  );
}
