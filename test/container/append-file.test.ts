import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppendFile } from '../../src/container/append-file.ts';

async function written(pieces: readonly Buffer[], drainEvery: number): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'append-'));
  try {
    const path = join(folder, 'file');
    const file = AppendFile.create(path);
    for (const [i, piece] of pieces.entries()) {
      file.output.copy(piece, 0, piece.length);
      file.pass();
      if (i % drainEvery === drainEvery - 1) await file.drain();
    }
    await file.end();
    file.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the append-only file', () => {
  const pieces = Array.from({ length: 300 }, (_, i) => Buffer.alloc(50_000 + i * 97, i));

  it.each([
    ['when there is always time to write', 3],
    ['when nobody waits for the disk', Number.POSITIVE_INFINITY],
  ])('keeps all pieces in order %s', async (_name, drainEvery) => {
    expect((await written(pieces, drainEvery)).equals(Buffer.concat(pieces))).toBe(true);
  });

  it('takes a piece that is larger than any buffer', async () => {
    const large = [Buffer.alloc(10, 1), Buffer.alloc(9_000_000, 2), Buffer.alloc(10, 3)];
    expect((await written(large, 1)).equals(Buffer.concat(large))).toBe(true);
  });

  it('is an empty file when nothing came', async () => {
    expect(await written([], 1)).toHaveLength(0);
  });
});
