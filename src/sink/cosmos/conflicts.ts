/**
 * Who has the key? The service says of a conflict neither what it is about nor with whom, so that is looked up: the item
 * of the same (partition key, id) by reading it, the holder of a unique key by a query in the logical partition.
 */
import { Buffer } from 'node:buffer';
import type { Container, SqlQuerySpec } from '@azure/cosmos';
import { KeyValues } from '../../container/key-values.ts';
import { plainValue } from '../../container/plain-value.ts';
import type { ContainerPolicy } from '../../container/policy.ts';
import { compare } from '../../document/compare.ts';
import { parseDocument } from '../../document/parse.ts';
import type { Path } from '../../document/path.ts';
import { withoutSystemProperties } from '../../document/system-properties.ts';
import { Tape, type Value } from '../../document/tape.ts';
import type { Refusal } from '../sink.ts';
import type { WriteMode } from './answer.ts';
import type { Item } from './item.ts';
import { problemOf } from './problems.ts';
import { keyOf } from './sdk-key.ts';
import type { Wire } from './wire.ts';

export type Resolution =
  /** The container has it, with equal content: it was written by an answer that got lost, or by an earlier run. */
  | { readonly kind: 'same' }
  | { readonly kind: 'conflict'; readonly refusal: Extract<Refusal, { readonly kind: 'conflict' }> }
  /** Nobody has the key, or not any more. */
  | { readonly kind: 'nobody' }
  /** There is no asking who has it. */
  | { readonly kind: 'unknowable' }
  /** The service did not say. */
  | { readonly kind: 'unknown'; readonly problem: string };

export class Conflicts {
  readonly #container: Container;
  readonly #wire: Wire;
  readonly #policy: ContainerPolicy;
  readonly #values: KeyValues;
  readonly #own = new Tape();
  readonly #other = new Tape();

  constructor(container: Container, wire: Wire, policy: ContainerPolicy) {
    this.#container = container;
    this.#wire = wire;
    this.#policy = policy;
    this.#values = new KeyValues(policy);
  }

  async look(item: Item, mode: WriteMode): Promise<Resolution> {
    const { id, partitionKey } = item;
    if (mode === 'create') {
      const { status, substatus = 0, text, problem } = await this.#wire.read(this.#container, id, partitionKey);
      if (status === 200) {
        if (this.#areEqual(item.text, Buffer.from(text))) return { kind: 'same' };
        return conflict(item, 'ID_DUPLICATE', ['/id'], [id], id);
      }
      if (status !== 404 || substatus !== 0) return { kind: 'unknown', problem: problem ?? `${status}: ${text}` };
    }
    for (const [paths, values] of this.#uniqueKeysOf(item.text)) {
      const holder = await this.#holderOf(item, paths, values);
      if (typeof holder === 'object') return holder;
      if (holder === undefined) continue;
      const texts = paths.map(({ text }) => text);
      const shown = values.map((value) => value ?? null);
      return conflict(item, 'UNIQUE_KEY_CONFLICT', texts, shown, holder);
    }
    return { kind: 'nobody' };
  }

  /** Numbers as doubles, as the service keeps them; what it adds aside, and a time to live that was derived. */
  #areEqual(text: Buffer, found: Buffer): boolean {
    const root = open(this.#own, text);
    const other = open(this.#other, found);
    if (root === undefined || other === undefined) return false;
    const differences = compare(
      this.#own,
      withoutSystemProperties(this.#own, root),
      this.#other,
      withoutSystemProperties(this.#other, other),
      'double',
      2,
    );
    return differences.every(({ path, kind }) => path === '/ttl' && kind === 'different');
  }

  /** Each constraint with the values of the document, in the plan's order. */
  #uniqueKeysOf(text: Buffer): (readonly [paths: readonly Path[], values: readonly unknown[]])[] {
    const root = open(this.#own, text);
    if (root === undefined) return [];
    this.#values.read(this.#own, root);
    const values = [...this.#values.unique].map((value) => plainValue(this.#own, value));
    let from = 0;
    return this.#policy.uniqueKeys.map((paths) => [paths, values.slice(from, (from += paths.length))] as const);
  }

  /** The id of another item of the logical partition that has these values. */
  async #holderOf(
    { id, partitionKey }: Item,
    paths: readonly Path[],
    values: readonly unknown[],
  ): Promise<string | undefined | Extract<Resolution, { readonly kind: 'unknown' | 'unknowable' }>> {
    try {
      const { resources } = await this.#container.items
        .query<{ readonly id: string }>(holderQuery(id, paths, values), {
          partitionKey: keyOf(partitionKey),
          maxItemCount: 1,
        })
        .fetchAll();
      return resources[0]?.id;
    } catch (error) {
      const { status, message } = problemOf(error);
      return status === 400 ? { kind: 'unknowable' } : { kind: 'unknown', problem: message };
    }
  }
}

/** Missing and null are one value of a unique key. */
function holderQuery(id: string, paths: readonly Path[], values: readonly unknown[]): SqlQuerySpec {
  const conditions = paths.map((path, index) => {
    const property = `c${path.segments.map(({ key }) => `[${JSON.stringify(key.name)}]`).join('')}`;
    const value = values[index] ?? null;
    return value === null ? `(NOT IS_DEFINED(${property}) OR IS_NULL(${property}))` : `${property} = @v${index}`;
  });
  const parameters = values.flatMap((value, index) =>
    value === undefined || value === null ? [] : [{ name: `@v${index}`, value: value as string }],
  );
  return {
    query: `SELECT c.id FROM c WHERE ${[...conditions, 'c.id != @id'].join(' AND ')}`,
    parameters: [...parameters, { name: '@id', value: id }],
  };
}

function conflict(
  { partitionKey }: Item,
  code: 'UNIQUE_KEY_CONFLICT' | 'ID_DUPLICATE',
  uniqueKey: readonly string[],
  values: readonly unknown[],
  holder: string,
): Resolution {
  return {
    kind: 'conflict',
    refusal: { kind: 'conflict', code, key: { partitionKey, uniqueKey, values }, holder: { id: holder, partitionKey } },
  };
}

function open(tape: Tape, text: Buffer): Value | undefined {
  const bytes = Buffer.concat([text, LINE_END]);
  tape.begin(bytes);
  const root = parseDocument(tape, bytes, 0, text.length, false);
  return typeof root === 'number' ? root : undefined;
}

const LINE_END = Buffer.from('\n');
