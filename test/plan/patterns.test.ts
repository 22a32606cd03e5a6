// Are plans that others wrote read, or refused for nothing but what is not available yet?
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
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
      expect(problems.filter(({ rule }) => rule !== 'not-available')).toEqual([]);
      expect(readings.filter(({ plan }) => plan !== undefined).length).toBeGreaterThanOrEqual(8);
    },
  );
});
