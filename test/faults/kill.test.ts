// Killed two dozen times at whatever instant, does a run come to the same result? `npm run test:kill` does it hundreds of times.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { removeBuilt } from './built.ts';
import { runCases } from './cases.ts';
import { RELATIONS } from './scenario/relations.ts';
import { failureText, killsIn } from './summary.ts';

const FIRST = Number(process.env['SEED'] ?? 1);

/** Little data, and few starts that come to their end. */
const QUICK = {
  kinds: ['kill', 'kill from outside', 'kill', 'full disk', 'kill', 'kill from outside', 'kill', 'signal'],
  persistence: 0.9,
  disks: false,
} as const;

/** It takes a quarter of a minute, and far longer where others use the machine. */
const BUSY = 600_000;

afterAll(removeBuilt);

it.each([
  { plans: 'records', seeds: 2, records: 1_500, kills: 6 },
  // One of each relation.
  { plans: 'across', seeds: RELATIONS.length, records: 1_000, kills: 18 },
] as const)(
  `comes to the same result (plans: $plans; seeds from ${FIRST} on)`,
  async ({ seeds: count, kills, ...more }) => {
    const root = mkdtempSync(join(tmpdir(), 'remodel-kill-'));
    const seeds = Array.from({ length: count }, (_, i) => FIRST + i);
    const outcomes = await runCases({ ...QUICK, ...more, kills, seeds, root });
    const failures = outcomes.filter(({ differences }) => differences.length > 0).map(failureText);
    // What a failure has left is kept.
    if (failures.length === 0) onTestFinished(() => rmSync(root, { recursive: true }));
    expect(failures).toEqual([]);
    expect(killsIn(outcomes)).toBeGreaterThanOrEqual(kills);
  },
  BUSY,
);
