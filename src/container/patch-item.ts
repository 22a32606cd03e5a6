/**
 * What does a patch make of an item? Its operations are applied in order, all of them or none, and what they do not
 * touch keeps its bytes. The item and the patch lie on one tape, so that values go from one to the other as ranges of
 * text.
 */
import { Buffer } from 'node:buffer';
import { isScalar, scalarOf } from '../document/decode.ts';
import { type Key, keyOf } from '../document/key.ts';
import { elementAt, findMember, firstElement, nextElement, valueAt } from '../document/members.ts';
import { parseDocument } from '../document/parse.ts';
import { ARRAY, END, MISSING, OBJECT, type Tape, type Value } from '../document/tape.ts';
import { wireText } from '../document/wire-text.ts';
import { applyOperation, type PatchOperation } from './patch-operation.ts';
import { refused, type Result } from './result.ts';

/** Documentation: partial document update, frequently asked questions. */
const MOST_OPERATIONS = 10;

/** @param patch a list of operations, or an object with them as `operations`; its condition is for whoever calls */
export function patchItem(tape: Tape, item: Buffer, patch: Buffer): { readonly text: Buffer } | Result {
  const both = Buffer.concat([BEFORE, item, BETWEEN, patch, BEHIND]);
  tape.begin(both);
  const root = parseDocument(tape, both, 0, both.length - 1, false);
  if (typeof root !== 'number') return refused(400, `The patch is no JSON: ${root.problem}.`);
  const given = memberOf(tape, root, PATCH);
  const list = given !== MISSING && tape.kind(given) === OBJECT ? memberOf(tape, given, OPERATIONS) : given;
  if (list === MISSING || tape.kind(list) !== ARRAY) return refused(400, 'A patch is a list of operations.');
  let patched = memberOf(tape, root, ITEM);
  let count = 0;
  for (let cursor = firstElement(tape, list); cursor !== END; cursor = nextElement(tape, list, cursor)) {
    if (++count > MOST_OPERATIONS) return refused(400, `A patch has at most ${MOST_OPERATIONS} operations.`);
    const operation = readOperation(tape, elementAt(tape, cursor));
    if (typeof operation === 'string') return refused(400, `Operation ${count} of the patch ${operation}.`);
    const outcome = applyOperation(tape, patched, operation);
    if (typeof outcome === 'string') return refused(400, `Operation ${count} of the patch ${outcome}.`);
    patched = outcome;
  }
  return { text: wireText(tape, patched) };
}

const BEFORE = Buffer.from('{"item":');
const BETWEEN = Buffer.from(',"patch":');
const BEHIND = Buffer.from('}\n');
const [ITEM, PATCH, OPERATIONS] = [keyOf('item'), keyOf('patch'), keyOf('operations')];
const [OP, PATH, FROM, VALUE] = [keyOf('op'), keyOf('path'), keyOf('from'), keyOf('value')];

/** The operation, or the end of a sentence that says what is wrong with it. */
function readOperation(tape: Tape, value: Value): PatchOperation | string {
  if (tape.kind(value) !== OBJECT) return 'is no object';
  const op = textAt(tape, value, OP)?.toLowerCase();
  const path = textAt(tape, value, PATH);
  if (op === undefined || path === undefined) return 'needs "op" and "path" as texts';
  return { op, path, from: textAt(tape, value, FROM), value: memberOf(tape, value, VALUE) };
}

function textAt(tape: Tape, object: Value, key: Key): string | undefined {
  const value = memberOf(tape, object, key);
  const text = value === MISSING || !isScalar(tape, value) ? undefined : scalarOf(tape, value);
  return typeof text === 'string' ? text : undefined;
}

function memberOf(tape: Tape, object: Value, key: Key): Value {
  const cursor = findMember(tape, object, key);
  return cursor === END ? MISSING : valueAt(tape, cursor);
}
