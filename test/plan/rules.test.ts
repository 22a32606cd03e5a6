// Is every rule of the list found by a reader and shown by a test?
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLAN_RULES } from '../../src/plan/problem.ts';

const readers = textOf(join(import.meta.dirname, '../../src/plan'), 'problem.ts');
const tests = textOf(import.meta.dirname, 'rules.test.ts');

describe('a rule of plans', () => {
  it.each(Object.keys(PLAN_RULES))('%s is held and tested', (rule) => {
    expect(readers).toContain(`'${rule}'`);
    expect(tests).toMatch(new RegExp(`['" ]${rule}['" ]`));
  });
});

function textOf(folder: string, without: string): string {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = all.filter((file) => file.endsWith('.ts') && file !== without);
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
}
