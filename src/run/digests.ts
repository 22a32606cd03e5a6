/** What hashes do steps get? Those of the runtime, since steps import nothing of it. */
import { createHash, createHmac } from 'node:crypto';

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
