// Is generated data the same on every machine, and as much as was asked for?
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { generate, type Kind } from '../../bench/generate.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-generate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('generated data', () => {
  it.each<[Kind, number, string]>([
    ['posts', 40, '1af32b6d87f233e1'],
    ['persons', 245, 'b70c369d7fafcfc2'],
    ['orders', 165, 'd354ea24b0c70316'],
    ['bigdoc', 1120, '220440177e7feb7c'],
    ['bigarr', 40, 'bf4512f9a2bd1bc6'],
    ['personarr', 245, '2997ea368f443c10'],
    ['categories', 1705, 'a0fcb98c32f6544d'],
  ])('is the same on every machine: %s', (kind, documents, hash) => {
    const file = join(folder, kind);
    const made = generate(kind, { megabytes: 0.2 }, file);
    const bytes = readFileSync(file);
    expect(made).toEqual({ documents, bytes: bytes.length });
    expect(createHash('sha256').update(bytes).digest('hex').slice(0, 16)).toBe(hash);
  });

  it('ends at a number of documents too', () => {
    expect(generate('orders', { documents: 7 }, join(folder, 'seven')).documents).toBe(7);
  });
});
