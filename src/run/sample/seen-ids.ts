/** Do ids repeat within a logical partition? Kept as hashes, and no more than can be afforded. */
import { createHash } from 'node:crypto';
import { DocumentKeys } from '../../container/document-keys.ts';
import { KeyValues } from '../../container/key-values.ts';
import type { Document } from '../../document/document.ts';
import { wireText } from '../../document/wire-text.ts';
import type { ContainerPlan } from '../../plan/plan.ts';

/** Some 40 MB. */
const MOST_IDS = 400_000;

export class SeenIds {
  readonly #values: KeyValues;
  readonly #keys: DocumentKeys;
  /** From the hash of (partition key, id) to that of the content. */
  readonly #seen = new Map<number, number>();

  constructor({ partitionKey }: ContainerPlan) {
    const policy = { partitionKey, uniqueKeys: [] };
    this.#values = new KeyValues(policy);
    this.#keys = new DocumentKeys(policy);
  }

  /** Whether another document with other content has the id already. */
  isRepeated({ tape, root }: Document): boolean {
    this.#values.read(tape, root);
    this.#keys.read(tape, this.#values);
    const { high, low } = this.#keys.hashes[0]!;
    const id = high * 2 ** 21 + (low >>> 11);
    const content = createHash('sha256').update(wireText(tape, root)).digest().readUIntBE(0, 6);
    const seen = this.#seen.get(id);
    if (seen === undefined && this.#seen.size < MOST_IDS) this.#seen.set(id, content);
    return seen !== undefined && seen !== content;
  }
}
