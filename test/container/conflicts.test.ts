import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BulkLoad } from '../../src/container/bulk-load.ts';
import { decideConflicts } from '../../src/container/conflicts.ts';
import { ExternalSort } from '../../src/container/external-sort.ts';
import { SAME } from '../../src/container/losers.ts';
import { Tape } from '../../src/document/tape.ts';
import { containerPlan, documentOf } from '../sink/embedded-run.ts';

interface Loss {
  readonly document: number;
  readonly table: number;
  readonly holder: number;
}

/** Decides as if all keys of a table had one hash, so that nothing but their values tells them apart. */
async function decideWithoutHashes(docs: readonly unknown[], keys: (string | string[])[]): Promise<Loss[]> {
  const folder = mkdtempSync(join(tmpdir(), 'conflicts-'));
  try {
    const load = BulkLoad.create(folder, containerPlan('c', '/pk', { keys }), () => {});
    const tape = new Tape();
    const candidates = new ExternalSort(join(folder, 'candidates'));
    for (const [index, doc] of docs.entries()) {
      const place = { source: 's', line: index, offset: 0 };
      const origin = { shard: 0, index, ordinal: 0 };
      expect(load.take(documentOf(tape, doc), false, { origin, place, entity: 0, parent: -1, family: 0 })).toBeTypeOf(
        'number',
      );
      for (let table = 0; table <= keys.length; table++) candidates.add(index, table, table, 0);
    }
    await load.segment.end();
    const losers = await decideConflicts({ entries: candidates.finish(), groups: keys.length + 1 }, load.stored);
    await load.abandon();
    return Array.from({ length: losers.count }, (_, i) => ({
      document: losers.document(i),
      table: losers.table(i),
      holder: losers.holder(i),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('keys with equal hashes', () => {
  it('are told apart by value', async () => {
    const docs = [
      { id: '1', pk: 'p', a: 'x' },
      { id: '2', pk: 'p', a: 'y' },
      { id: '3', pk: 'q', a: 'x' },
      { id: '2', pk: 'q', a: null },
      { id: '4', pk: 'p', a: 'y' },
      { id: '1', pk: 'p', a: 'z' },
      { id: '3', pk: 'q', a: 'x' },
      { id: '5', pk: 'q' },
      { id: '4', pk: 'p', a: 1 },
      { id: '6', pk: 'p', a: '1' },
    ];
    expect(await decideWithoutHashes(docs, ['/a'])).toEqual([
      { document: 4, table: 1, holder: 1 },
      { document: 5, table: 0, holder: 0 },
      { document: 6, table: SAME, holder: 2 },
      { document: 7, table: 1, holder: 3 },
    ]);
  });
});
