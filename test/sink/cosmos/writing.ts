// Writes documents through the writer, and gathers what became of each.
import { onTestFinished } from 'vitest';
import { effectiveKey } from '../../../src/container/effective-key.ts';
import { parsePath } from '../../../src/document/path.ts';
import type { Item } from '../../../src/sink/cosmos/item.ts';
import type { Settlement } from '../../../src/sink/cosmos/settlement.ts';
import { Writer } from '../../../src/sink/cosmos/writer.ts';
import type { WriterOptions } from '../../../src/sink/cosmos/writer-options.ts';
import type { AnsweringService } from './answering.ts';

export interface Writing {
  readonly writer: Writer;
  /** By the number of the document. */
  readonly settled: Map<number, Settlement>;
  /** How often a document was settled that had been already. */
  readonly twice: () => number;
  readonly add: (document: Readonly<Record<string, unknown>>) => void;
  readonly addText: (id: string, pk: string, text: string) => void;
  /** Adds so many small documents over many partition keys, and waits for all. */
  readonly write: (count: number) => Promise<void>;
}

export async function writing(
  { container, wire }: Pick<AnsweringService, 'container' | 'wire'>,
  options: Partial<WriterOptions> = {},
): Promise<Writing> {
  const settled = new Map<number, Settlement>();
  let twice = 0;
  const writer = new Writer({
    container,
    wire,
    label: 'main',
    policy: { partitionKey: [parsePath('/pk')], uniqueKeys: [[parsePath('/email')]] },
    mode: 'create',
    patience: 5_000,
    settle(item, settlement) {
      if (settled.has(item.number)) twice++;
      settled.set(item.number, settlement);
    },
    ...options,
  });
  onTestFinished(() => writer.stop());
  await writer.open();
  let number = 0;
  const addText = (id: string, pk: string, text: string): void => writer.add(itemOf(number++, id, [pk], text));
  const add = (document: Readonly<Record<string, unknown>>): void =>
    addText(String(document['id']), String(document['pk']), JSON.stringify(document));
  return {
    writer,
    settled,
    twice: () => twice,
    add,
    addText,
    async write(count) {
      for (let i = 0; i < count; i++) {
        add({ id: `d${i}`, pk: `p${i % 50}`, email: `e${i}` });
        if (i % 500 === 499) await writer.room();
      }
      await writer.allSettled();
    },
  };
}

export function itemOf(number: number, id: string, partitionKey: readonly unknown[], text: string): Item {
  const place = effectiveKey(partitionKey, 2).toString('hex').toUpperCase();
  return { number, id, partitionKey, place, text: Buffer.from(text), attempts: 0 };
}
