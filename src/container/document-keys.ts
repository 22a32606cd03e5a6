/**
 * What are the keys of a document? Table 0 is (partition key, id), table n the n-th unique key within the partition
 * key. The bulk load sorts their hashes, single operations store their bytes; both are made here.
 */
import type { Buffer } from 'node:buffer';
import type { Tape } from '../document/tape.ts';
import { KeyBytes, NONE_TAG, NULL_TAG } from '../document/key-bytes.ts';
import { KeyHash } from '../document/key-hash.ts';
import type { KeyValues } from './key-values.ts';
import type { ContainerPolicy } from './policy.ts';

export class DocumentKeys {
  /** One for ids and one for each constraint. */
  readonly tables: number;
  readonly partition: KeyHash = new KeyHash();
  readonly hashes: readonly KeyHash[];
  readonly #bytes = new KeyBytes();
  /** Where each table's part begins in the bytes, and where the last ends; the partition key stands before them. */
  readonly #starts: Int32Array;
  readonly #sizes: readonly number[];

  constructor(policy: ContainerPolicy) {
    this.tables = 1 + policy.uniqueKeys.length;
    this.hashes = Array.from({ length: this.tables }, () => new KeyHash());
    this.#starts = new Int32Array(this.tables + 1);
    this.#sizes = policy.uniqueKeys.map((paths) => paths.length);
  }

  /** Makes the keys of the document whose values these are. */
  read(tape: Tape, values: KeyValues): void {
    const bytes = this.#bytes;
    const starts = this.#starts;
    bytes.clear();
    for (let i = 0; i < values.partition.length; i++) bytes.append(tape, values.partition[i]!, NONE_TAG);
    starts[0] = bytes.length;
    bytes.append(tape, values.id, NULL_TAG);
    starts[1] = bytes.length;
    let path = 0;
    for (let table = 1; table < this.tables; table++) {
      const end = path + this.#sizes[table - 1]!;
      while (path < end) bytes.append(tape, values.unique[path++]!, NULL_TAG);
      starts[table + 1] = bytes.length;
    }
    const words = bytes.words;
    const partition = this.partition;
    partition.of(words, 0, starts[0], 0, 0);
    for (let table = 0; table < this.tables; table++) {
      this.hashes[table]!.of(words, starts[table]!, starts[table + 1]!, partition.high ^ table, partition.low);
    }
  }

  /** Whether these are the bytes of the partition key. */
  hasPartition(bytes: Buffer): boolean {
    return this.#are(0, this.#starts[0]!, bytes);
  }

  /** Whether these are the bytes of a table's part of the key. */
  hasKey(table: number, bytes: Buffer): boolean {
    return this.#are(this.#starts[table]!, this.#starts[table + 1]!, bytes);
  }

  /** The bytes of the partition key. */
  partitionBytes(): Buffer {
    return this.#bytes.slice(0, this.#starts[0]!);
  }

  /** The bytes of a table's part of the key, without the partition key. */
  tableBytes(table: number): Buffer {
    return this.#bytes.slice(this.#starts[table]!, this.#starts[table + 1]!);
  }

  #are(from: number, to: number, bytes: Buffer): boolean {
    return (
      bytes.length === (to - from) * 4 && this.#bytes.bytes.compare(bytes, 0, bytes.length, from * 4, to * 4) === 0
    );
  }
}

/** The bytes of a partition key that a client names; `{}` stands for a missing level. */
export function partitionBytesOf(levels: readonly unknown[]): Buffer {
  NAMED.clear();
  for (const level of levels) NAMED.plain(level);
  return NAMED.slice(0, NAMED.length);
}

/** The bytes of an id that a client names. */
export function idBytesOf(id: string): Buffer {
  NAMED.clear();
  NAMED.text(id);
  return NAMED.slice(0, NAMED.length);
}

/** Where keys that a client names are put together. */
const NAMED = new KeyBytes();
