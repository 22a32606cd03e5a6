// Are the proofs that the docs name there?
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const guarantees = readFileSync(join(root, 'docs/guarantees.md'), 'utf8');
const proofs = [...guarantees.matchAll(/`((?:test|samples)\/[^`]+)`/g)].map(([, path]) => path!);

it('names proofs', () => {
  expect(proofs.length).toBeGreaterThan(8);
});

it.each([...new Set(proofs)])('%s is there', (path) => {
  expect(existsSync(join(root, path))).toBe(true);
});
