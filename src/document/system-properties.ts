/**
 * Which properties belong to the service and not to the document? `_rid _self _etag _attachments _ts`, by exactly
 * these names and on the top level only, are dropped when a document enters a container; steps can read them before.
 */
import { editable, removeAt } from './edit.ts';
import { isKey, type Key, keyOf } from './key.ts';
import { firstMember, keyAt, nextMember } from './members.ts';
import { END, ESCAPED, type Tape, type Value } from './tape.ts';

export const SYSTEM_PROPERTIES = ['_rid', '_self', '_etag', '_attachments', '_ts'] as const;

/** The document's root without system properties: the root itself when it has none, else an edited level. */
export function withoutSystemProperties(tape: Tape, root: Value): Value {
  if (!tape.hasUnderscoreKeys) return root;
  for (let cursor = firstMember(tape, root); cursor !== END; cursor = nextMember(tape, root, cursor)) {
    if (isSystemProperty(tape, keyAt(tape, cursor))) return stripped(tape, editable(tape, root));
  }
  return root;
}

const KEYS: readonly Key[] = SYSTEM_PROPERTIES.map(keyOf);
const UNDERSCORE = 95;

function stripped(tape: Tape, root: Value): Value {
  for (let cursor = firstMember(tape, root); cursor !== END; cursor = nextMember(tape, root, cursor)) {
    if (isSystemProperty(tape, keyAt(tape, cursor))) removeAt(tape, root, cursor);
  }
  return root;
}

function isSystemProperty(tape: Tape, key: Value): boolean {
  const flags = tape.words[key * 4 + 3]!;
  if ((flags & ESCAPED) === 0 && tape.bytesOf(key)[tape.words[key * 4]! + 1] !== UNDERSCORE) return false;
  return KEYS.some((name) => isKey(tape, key, name));
}
