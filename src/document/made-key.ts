/** What is the key of a name that a step puts together? Joined names come again with every document; names that are data would come without end. */
import { type Key, keyOf } from './key.ts';

const keys = new Map<string, Key>();
const MOST_KEYS = 10_000;

export function keyFor(name: string): Key {
  let key = keys.get(name);
  if (key === undefined) {
    if (keys.size === MOST_KEYS) keys.clear();
    keys.set(name, (key = keyOf(name)));
  }
  return key;
}
