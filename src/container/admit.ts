/**
 * What would the service say to this item before it looks for others? Its own rules, not the stricter ones of a run: an
 * id may hold `/`, of a repeated key the last counts.
 */
import { Buffer } from 'node:buffer';
import { parseDocument } from '../document/parse.ts';
import { withoutSystemProperties } from '../document/system-properties.ts';
import { EDITED, SCRATCH, type Tape, type Value } from '../document/tape.ts';
import { wireText } from '../document/wire-text.ts';
import { refuseDepth } from './item-depth.ts';
import { idProblem } from './item-id.ts';
import { refusePartitionKey } from './item-partition-key.ts';
import { refuseSize } from './item-size.ts';
import type { Content } from './item-store.ts';
import { ownTtl, refuseTtl } from './item-ttl.ts';
import type { KeyValues } from './key-values.ts';
import type { ContainerPolicy } from './policy.ts';
import { withLastKeys } from './repeated-keys.ts';
import { refused, type Result } from './result.ts';

/** What is stored: minified, without system properties. */
export type Admitted = Content;

/** Puts the item on the tape and its key values into `values`. */
export function admit(tape: Tape, body: Buffer, policy: ContainerPolicy, values: KeyValues): Admitted | Result {
  const text = Buffer.concat([body, LINE_END]);
  tape.begin(text);
  const parsed = parseDocument(tape, text, 0, body.length, false);
  if (typeof parsed !== 'number')
    return refused(400, `The item is no JSON object: ${parsed.problem}, at byte ${parsed.at}.`);
  let root: Value = withoutSystemProperties(tape, parsed);
  const tooDeep = refuseDepth(tape, root);
  if (tooDeep !== undefined) return refused(400, tooDeep.message);
  if (tape.hasDuplicateKeys) root = withLastKeys(tape, root);
  values.read(tape, root);
  const problem = idProblem(tape, values.id);
  if (problem !== undefined) return refused(400, `The id ${problem}.`);
  const invalid =
    refusePartitionKey(tape, values.partition, policy.partitionKey) ??
    refuseTtl(tape, root, policy.defaultTtl === undefined);
  if (invalid !== undefined) return refused(400, invalid.message);
  const stored = storedText(tape, root);
  const tooLarge = refuseSize(stored.length);
  return tooLarge === undefined ? { text: stored, ttl: ownTtl(tape, root) } : refused(413, tooLarge.message);
}

/** Mostly the text that came, which is this item's own; else a new one. */
function storedText(tape: Tape, root: Value): Buffer {
  if (tape.is(root, EDITED) || tape.is(root, SCRATCH)) return wireText(tape, root);
  return tape.text.subarray(tape.start(root), tape.end(root));
}

const LINE_END = Buffer.from('\n');
