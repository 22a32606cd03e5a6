/** What is the name that a key of JSON spells? */
import type { Buffer } from 'node:buffer';

/** A longer key is none that a path means; nothing of it is kept. */
export const LONGEST_KEY: number = 64 * 1024;

/** The name between two quotes, escapes resolved; what is no JSON text as it stands there. */
export function nameOf(quoted: Buffer): string {
  const text = quoted.toString('utf8');
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}
