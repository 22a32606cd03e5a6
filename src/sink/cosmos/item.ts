/** What is one document on its way to the service? Its text, its place among the ranges, and how it fares. */
import type { Buffer } from 'node:buffer';

export interface Item {
  /** In the order in which the writer has taken them, from wherever the caller began to count. */
  readonly number: number;
  readonly id: string;
  /** Values of the partition key; `{}` stands for a missing one. */
  readonly partitionKey: readonly unknown[];
  /** The effective partition key, in hex as ranges are given. */
  readonly place: string;
  readonly text: Buffer;
  /** How often it was sent. */
  attempts: number;
}

/** What one item takes of a request: its text, its key twice encoded, and the names around them. */
export function sizeOf({ text, partitionKey }: Pick<Item, 'text' | 'partitionKey'>): number {
  return text.length + JSON.stringify(partitionKey).length * 2 + AROUND;
}

const AROUND = 70;
