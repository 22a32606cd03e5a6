// Killed twenty times at whatever instant, does a run come to the same result? `npm run test:kill` does it hundreds of times.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCases } from './cases.ts';
import { failureText, killsIn } from './summary.ts';

const FIRST = Number(process.env['SEED'] ?? 1);

/** Little data, and few starts that come to their end. */
const QUICK = {
  records: 1_500,
  kills: 20,
  kinds: ['kill', 'kill from outside', 'kill', 'full disk', 'kill', 'kill from outside', 'kill', 'signal'],
  persistence: 0.9,
  disks: false,
} as const;

/** It takes a quarter of a minute, and far longer where others use the machine. */
const BUSY = 600_000;

it(
  `comes to the same result (seeds from ${FIRST} on)`,
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'remodel-kill-'));
    const seeds = [0, 1, 2, 3].map((i) => FIRST + i);
    const outcomes = await runCases({ ...QUICK, seeds, root });
    const failures = outcomes.filter(({ differences }) => differences.length > 0).map(failureText);
    // What a failure has left is kept.
    if (failures.length === 0) onTestFinished(() => rmSync(root, { recursive: true }));
    expect(failures).toEqual([]);
    expect(killsIn(outcomes)).toBeGreaterThanOrEqual(20);
  },
  BUSY,
);
