/**
 * Which operations does a batch hold? Items and patches are cut out of the request as they are written, so that they
 * arrive in the container with their bytes.
 */
import { Buffer } from 'node:buffer';
import { textOf } from '../document/decode.ts';
import { keyOf } from '../document/key.ts';
import { elementAt, findMember, firstElement, firstMember, nextElement, valueAt } from '../document/members.ts';
import { parseDocument } from '../document/parse.ts';
import { ARRAY, END, MISSING, NULL, OBJECT, STRING, Tape, type Value } from '../document/tape.ts';
import type { OperationKind } from './item-operation.ts';

export interface SentOperation {
  readonly kind: OperationKind;
  readonly id: string | undefined;
  /** JSON. */
  readonly partitionKey: string | undefined;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly body: Buffer | undefined;
}

/** Documentation: transactional batch operations. */
const MOST_OPERATIONS = 100;

/** The operations in the order sent, or what is wrong with them. They hold until the next request is read. */
export function readOperations(body: Buffer): readonly SentOperation[] | string {
  const text = Buffer.concat([BEFORE, body, BEHIND]);
  tape.begin(text);
  const root = parseDocument(tape, text, 0, text.length - 1, false);
  if (typeof root !== 'number') return `The operations are no JSON: ${root.problem}.`;
  const list = valueAt(tape, firstMember(tape, root));
  if (tape.kind(list) !== ARRAY) return 'A batch is a list of operations.';
  const operations: SentOperation[] = [];
  for (let cursor = firstElement(tape, list); cursor !== END; cursor = nextElement(tape, list, cursor)) {
    const operation = readOperation(elementAt(tape, cursor));
    if (operation === undefined) return `Operation ${operations.length + 1} has no operationType that is known.`;
    operations.push(operation);
  }
  if (operations.length === 0) return 'A batch has at least one operation.';
  if (operations.length <= MOST_OPERATIONS) return operations;
  return `A batch has at most ${MOST_OPERATIONS} operations, found ${operations.length}.`;
}

const tape = new Tape();
const BEFORE = Buffer.from('{"operations":');
const BEHIND = Buffer.from('}\n');
const KEYS = {
  kind: keyOf('operationType'),
  id: keyOf('id'),
  partitionKey: keyOf('partitionKey'),
  ifMatch: keyOf('ifMatch'),
  ifNoneMatch: keyOf('ifNoneMatch'),
  body: keyOf('resourceBody'),
};
const KINDS: Readonly<Record<string, OperationKind>> = {
  Create: 'create',
  Upsert: 'upsert',
  Read: 'read',
  Replace: 'replace',
  Patch: 'patch',
  Delete: 'delete',
};

function readOperation(object: Value): SentOperation | undefined {
  if (tape.kind(object) !== OBJECT) return undefined;
  const kind = KINDS[textAt(object, 'kind') ?? ''];
  if (kind === undefined) return undefined;
  return {
    kind,
    id: textAt(object, 'id'),
    partitionKey: textAt(object, 'partitionKey'),
    ifMatch: textAt(object, 'ifMatch'),
    ifNoneMatch: textAt(object, 'ifNoneMatch'),
    body: bodyOf(object),
  };
}

function bodyOf(object: Value): Buffer | undefined {
  const value = memberOf(object, 'body');
  if (value === MISSING || tape.kind(value) === NULL) return undefined;
  return tape.bytesOf(value).subarray(tape.start(value), tape.end(value));
}

function textAt(object: Value, name: keyof typeof KEYS): string | undefined {
  const value = memberOf(object, name);
  return value === MISSING || tape.kind(value) !== STRING ? undefined : textOf(tape, value);
}

function memberOf(object: Value, name: keyof typeof KEYS): Value {
  const cursor = findMember(tape, object, KEYS[name]);
  return cursor === END ? MISSING : valueAt(tape, cursor);
}
