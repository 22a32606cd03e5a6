/**
 * What is known of the documents of a bulk load beside their texts? The hashes of their keys on the way to being sorted,
 * and what was counted at the paths of the policy. All of it follows from the segment, so a load that goes on reads that
 * again and adds every document here once more.
 */
import { join } from 'node:path';
import type { Observe } from '../document/notice.ts';
import type { Place } from '../document/position.ts';
import type { Tape, Value } from '../document/tape.ts';
import { DocumentKeys } from './document-keys.ts';
import { ExternalSort } from './external-sort.ts';
import { KeyObservations } from './key-observations.ts';
import { noticeKeys } from './key-notices.ts';
import { KeyValues } from './key-values.ts';
import { NearDuplicates } from './near-duplicates.ts';
import type { ContainerPolicy } from './policy.ts';

/** What of its descent tells something about the load as a whole. */
export interface Kinship {
  readonly place: Place;
  /** Ordinal of the output it was made of, or -1. */
  readonly parent: number;
  /** Number of its family within the record, or 0. */
  readonly family: number;
}

export class LoadKeys {
  /** To be read for a document before it is added. */
  readonly values: KeyValues;
  /** Hashes of the keys of each table, with the number of the document. */
  readonly tables: readonly ExternalSort[];
  /** Sorted by the hash of the partition key, with the bytes of each document. */
  readonly partitions: ExternalSort;
  /** Whether a document is of a family, or was made of another one. */
  hasFamilies = false;
  hasChildren = false;
  readonly #keys: DocumentKeys;
  readonly #observations: KeyObservations;
  readonly #near: readonly NearDuplicates[];
  /** Where the paths of each constraint end among those of all. */
  readonly #ends: readonly number[];

  constructor(folder: string, policy: ContainerPolicy) {
    const { uniqueKeys } = policy;
    this.values = new KeyValues(policy);
    this.#keys = new DocumentKeys(policy);
    this.tables = this.#keys.hashes.map((_, table) => new ExternalSort(join(folder, `table-${table}.runs`)));
    this.partitions = new ExternalSort(join(folder, 'partitions.runs'));
    this.#observations = new KeyObservations(policy);
    this.#near = uniqueKeys.map((paths) => new NearDuplicates(paths.map(({ text }) => text)));
    let end = 0;
    this.#ends = uniqueKeys.map((paths) => (end += paths.length));
  }

  /** Adds the document whose `values` have been read; documents come in the order of their numbers. */
  add(tape: Tape, root: Value, number: number, size: number, { place, parent, family }: Kinship): void {
    if (family !== 0) this.hasFamilies = true;
    if (parent >= 0) this.hasChildren = true;
    this.#sort(tape, number, size);
    this.#observations.add(tape, root, this.values, place);
    this.#compare(tape, place);
  }

  /** Tells what was counted at the paths of the policy. */
  notice(container: string, observe: Observe): void {
    noticeKeys(this.#observations, container, observe);
    for (const near of this.#near) near.notice(container, observe);
  }

  /** Gives the files back. */
  close(): void {
    for (const sort of [...this.tables, this.partitions]) sort.close();
  }

  #sort(tape: Tape, number: number, size: number): void {
    const keys = this.#keys;
    keys.read(tape, this.values);
    for (let table = 0; table < keys.tables; table++) {
      const { high, low } = keys.hashes[table]!;
      this.tables[table]!.add(high, low, number, 0);
    }
    this.partitions.add(keys.partition.high, keys.partition.low, number, size);
  }

  #compare(tape: Tape, place: Place): void {
    const { unique, id } = this.values;
    const { hashes, partition } = this.#keys;
    let from = 0;
    for (let i = 0; i < this.#near.length; i++) {
      const end = this.#ends[i]!;
      this.#near[i]!.add(tape, unique, from, end, hashes[i + 1]!, partition, id, place);
      from = end;
    }
  }
}
