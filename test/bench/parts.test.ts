// Are the parts of the benchmarks right: plans, comparison, settings, page?
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { expectSameDocuments } from '../../bench/measure/same-documents.ts';
import { withResult } from '../../bench/results/page.ts';
import { settingsFrom } from '../../bench/settings.ts';
import { readPlan } from '../../src/plan/read.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-parts-'));
const plans = resolve(import.meta.dirname, '../../bench/plans');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the plans', () => {
  it.each(readdirSync(plans))('of %s has nothing to complain about', async (name) => {
    const { problems } = await readPlan(join(plans, name), { env: {}, lenientTarget: true });
    expect(problems).toEqual([]);
  });
});

describe('the comparison of outputs', () => {
  const compare = (a: string, b: string) => () => {
    writeFileSync(join(folder, 'a'), a);
    writeFileSync(join(folder, 'b'), b);
    expectSameDocuments(join(folder, 'a'), join(folder, 'b'));
  };

  it('takes another order of keys as the same', () => {
    expect(compare('{"a":1,"b":"é"}\n', '{"b":"\\u00e9","a":1.0}\n')).not.toThrow();
  });

  it.each([
    ['another value', '{"a":1}\n{"a":2}\n', '{"a":1}\n{"a":3}\n', 'Line 2 differs'],
    ['another order of documents', '{"a":1}\n{"a":2}\n', '{"a":2}\n{"a":1}\n', 'Line 1 differs'],
    ['a document that lacks', '{"a":1}\n{"a":2}\n', '{"a":1}\n', 'Line 2 differs'],
    ['a document too many', '{"a":1}\n', '{"a":1}\n{"a":2}\n', 'Line 2 differs'],
  ])('notices %s', (_difference, a, b, message) => {
    expect(compare(a, b)).toThrow(message);
  });
});

describe('the settings', () => {
  it('keep the order of the benchmarks', () => {
    expect(settingsFrom(['--only', 'array', '--only', 'split', '--runs', '3'])).toMatchObject({
      only: ['split', 'array'],
      runs: 3,
      megabytes: 300,
    });
  });

  it.each([
    [['--runs', '1.5'], 'whole number'],
    [['--runs', '0'], 'above 0'],
    [['--megabytes', 'many'], 'above 0'],
    [['--only', 'spilt'], 'no benchmark "spilt"'],
    [['--fast'], '--fast'],
  ])('refuse %j', (args, message) => {
    expect(() => settingsFrom(args)).toThrow(message);
  });
});

describe('the page', () => {
  it('takes a result in place of the one before', () => {
    const page = 'before\n<!-- results of split -->\n\nold\n\n<!-- end of split -->\nafter\n';
    expect(withResult(page, 'split', 'new')).toBe(page.replace('old', 'new'));
  });

  it('is refused when it has no place for a result', () => {
    expect(() => withResult('<!-- end of split --><!-- results of split -->', 'split', 'new')).toThrow(
      'no place for split',
    );
  });
});
