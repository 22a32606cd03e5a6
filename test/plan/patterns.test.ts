// Are plans that others wrote read, or refused for nothing but what is not available yet?
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPlan } from '../../src/plan/read.ts';

/** The patterns lie beside the project or where REMODEL_SHARED says. */
const shared = process.env['REMODEL_SHARED'] ?? join(import.meta.dirname, '../../../shared');
const folder = join(shared, 'cases/patterns');
const plans = existsSync(folder)
  ? readdirSync(folder)
      .map((name) => join(folder, name, 'plan.yaml'))
      .filter((file) => existsSync(file))
  : [];

describe('the plans of the patterns', () => {
  it.skipIf(plans.length === 0)(
    `hold no mistake${plans.length === 0 ? ' (skipped: there are no patterns beside the project)' : ''}`,
    async () => {
      const readings = await Promise.all(plans.map((file) => readPlan(file, { env: {}, lenientTarget: true })));
      const problems = readings.flatMap((reading) => reading.problems);
      // One of them has a unique key beside the id as partition key, which refuses nothing; the plan is right all the same.
      const others = problems.filter(({ rule }) => rule !== 'not-available');
      expect(others.map(({ rule, severity, file }) => [rule, severity, basename(dirname(file))])).toEqual([
        ['without-effect', 'warning', 'extract-referenced-entity'],
      ]);
      expect(readings.filter(({ plan }) => plan !== undefined).length).toBeGreaterThanOrEqual(8);
    },
  );
});
