/**
 * Where in a document are the values that its keys are made of? Policy paths lead through objects only: an array on the
 * way yields nothing, whatever the next segment is called (one report: MicrosoftDocs/azure-docs #9716; the pages are
 * silent), and a parent that is null, a scalar or missing yields nothing either.
 */
import { type Key, keyOf } from '../document/key.ts';
import { findMember, valueAt } from '../document/members.ts';
import type { Path } from '../document/path.ts';
import { END, MISSING, OBJECT, type Tape, type Value } from '../document/tape.ts';
import type { ContainerPolicy } from './policy.ts';

export class KeyValues {
  /** The value of `/id`, or `MISSING`. */
  id: Value = MISSING;
  /** One value for each level of the partition key, or `MISSING`. */
  readonly partition: Int32Array;
  /** One value for each path of each constraint, one constraint behind the other; or `MISSING`. */
  readonly unique: Int32Array;
  readonly #partitionPaths: readonly Path[];
  readonly #uniquePaths: readonly Path[];

  constructor(policy: ContainerPolicy) {
    this.#partitionPaths = policy.partitionKey;
    this.#uniquePaths = policy.uniqueKeys.flat();
    this.partition = new Int32Array(policy.partitionKey.length);
    this.unique = new Int32Array(this.#uniquePaths.length);
  }

  /** Finds the values of one document. */
  read(tape: Tape, root: Value): void {
    const id = findMember(tape, root, ID);
    this.id = id === END ? MISSING : valueAt(tape, id);
    for (let i = 0; i < this.partition.length; i++)
      this.partition[i] = policyValue(tape, root, this.#partitionPaths[i]!);
    for (let i = 0; i < this.unique.length; i++) this.unique[i] = policyValue(tape, root, this.#uniquePaths[i]!);
  }
}

const ID: Key = keyOf('id');

/** The value at a path of a policy, or `MISSING`. */
function policyValue(tape: Tape, root: Value, path: Path): Value {
  let value = root;
  for (const segment of path.segments) {
    if (tape.kind(value) !== OBJECT) return MISSING;
    const cursor = findMember(tape, value, segment.key);
    if (cursor === END) return MISSING;
    value = valueAt(tape, cursor);
  }
  return value;
}
