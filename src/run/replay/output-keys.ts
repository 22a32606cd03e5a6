/**
 * Which documents of a container are the same one? Those with equal partition keys and ids; a document without an id is
 * told by its content. Hashes propose, values decide.
 */
import { DocumentKeys } from '../../container/document-keys.ts';
import { KeyBytes, NULL_TAG } from '../../document/key-bytes.ts';
import { KeyHash } from '../../document/key-hash.ts';
import { KeyValues } from '../../container/key-values.ts';
import { plainValue } from '../../container/plain-value.ts';
import { MISSING, NULL, type Tape, type Value } from '../../document/tape.ts';
import type { ContainerPlan } from '../../plan/plan.ts';
import type { ConflictKey, Holder } from '../../sink/sink.ts';

/** Deeper documents without an id share one hash: their content is not walked by levels. */
const DEEPEST = 500;

export class OutputKeys {
  /** Of the document that was read last. */
  readonly hash: KeyHash = new KeyHash();
  hasId = false;
  readonly #values: KeyValues;
  readonly #keys: DocumentKeys;
  readonly #content = new KeyBytes();
  #tape!: Tape;

  constructor({ partitionKey }: ContainerPlan) {
    const policy = { partitionKey, uniqueKeys: [] };
    this.#values = new KeyValues(policy);
    this.#keys = new DocumentKeys(policy);
  }

  read(tape: Tape, root: Value): void {
    const values = this.#values;
    const content = this.#content;
    this.#tape = tape;
    values.read(tape, root);
    this.hasId = values.id !== MISSING && tape.kind(values.id) !== NULL;
    if (this.hasId) {
      this.#keys.read(tape, values);
      [this.hash.high, this.hash.low] = [this.#keys.hashes[0]!.high, this.#keys.hashes[0]!.low];
      return;
    }
    content.clear();
    if (tape.depth <= DEEPEST) content.append(tape, root, NULL_TAG);
    this.hash.of(content.words, 0, content.length, 1, 1);
  }

  /** Whether the documents that both have read have one partition key and id. */
  isOneWith(other: OutputKeys): boolean {
    return (
      this.hasId &&
      other.hasId &&
      this.#keys.hasPartition(other.#keys.partitionBytes()) &&
      this.#keys.hasKey(0, other.#keys.tableBytes(0))
    );
  }

  /** The document that was read last, for people. */
  describe(): Holder & { readonly key: ConflictKey } {
    const tape = this.#tape;
    const { id, partition } = this.#values;
    const partitionKey = Array.from(partition, (value) => (value === MISSING ? {} : plainValue(tape, value)));
    const plainId = plainValue(tape, id);
    return { id: String(plainId), partitionKey, key: { partitionKey, uniqueKey: ['/id'], values: [plainId] } };
  }
}
