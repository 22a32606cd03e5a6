/**
 * Which etag does a write give an item? In the form of the service's: the number of the write, the container, and in the
 * last part the time, so that neither a container made anew under an old name nor an item made again has an old one.
 */
import type { Stamp } from './change-log.ts';

export function etagOf({ write, written }: Stamp, container: number): string {
  return `"${hex(write, 8)}-0000-${hex(container, 4)}-0000-${hex(written, 8)}0000"`;
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}
