// What does a source give for this content? Writes it to a file and reads all batches.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parsePath } from '../../src/document/path.ts';
import type { Position } from '../../src/document/position.ts';
import type { SourcePlan } from '../../src/plan/plan.ts';
import { openFileSources } from '../../src/source/open-file-sources.ts';
import type { BrokenRecord, Shard } from '../../src/source/source.ts';

export interface ReadRecord {
  readonly text: string;
  readonly index: number;
  readonly line: number;
  readonly offset: number;
  readonly utf8: boolean;
}

export interface Reading {
  readonly records: readonly ReadRecord[];
  readonly broken: readonly BrokenRecord[];
  /** Sum of what the batches stand for. */
  readonly bytes: number;
  readonly batches: number;
  /** Where a reader could go on behind each batch. */
  readonly positions: readonly Position[];
  /** What ended the reading, if it was an error. */
  readonly error: unknown;
}

export interface ReadSetting extends Partial<Pick<SourcePlan, 'format' | 'maxDocument'>> {
  readonly name?: string;
  /** The path of the array that is selected. */
  readonly select?: string;
}

export function readText(content: string | Uint8Array, setting: ReadSetting = {}): Promise<Reading> {
  const { name = 'in.ndjson', maxDocument, select, ...rest } = setting;
  const plan = { ...sourcePlan(name, maxDocument), ...rest, ...(select && { select: parsePath(select) }) };
  return inFolder(async (folder) => {
    await writeFile(join(folder, name), content);
    const [shard] = await openFileSources([plan], folder);
    return readShard(shard!);
  });
}

export function sourcePlan(file: string, maxDocument: number = 64 * 1024 * 1024, entity = 'document'): SourcePlan {
  return { entity, file, maxDocument };
}

/** Text that matches, in the place of a value. */
export function matching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

export async function inFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'source-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @param from where reading begins, if not at the beginning */
export async function readShard(shard: Shard, from?: Position): Promise<Reading> {
  const records: ReadRecord[] = [];
  const broken: BrokenRecord[] = [];
  const positions: Position[] = [];
  let bytes = 0;
  let batches = 0;
  let error: unknown;
  try {
    for await (const batch of shard.batches({ from })) {
      batches++;
      bytes += batch.bytes;
      for (let i = 0; i < batch.count; i++) {
        const [start, end] = [batch.starts[i]!, batch.ends[i]!];
        if (end >= batch.text.length) throw new Error('no byte is readable behind the record');
        records.push({
          text: batch.text.toString('utf8', start, end),
          index: batch.firstIndex + i,
          line: batch.lines[i]!,
          offset: batch.offset + start,
          utf8: batch.utf8,
        });
      }
      broken.push(...batch.broken);
      const index = batch.firstIndex + batch.count + batch.broken.length;
      positions.push({
        shard: shard.number,
        index,
        ordinal: 0,
        offset: batch.endOffset,
        line: batch.endLine,
      });
    }
  } catch (caught) {
    error = caught;
  }
  return { records, broken, bytes, batches, positions, error };
}
