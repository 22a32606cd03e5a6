// Is a start that began anew told from one that went on?
import { expect, it } from 'vitest';
import { type Area, AREAS } from './area.ts';
import { ACTS, type Act } from './fault.ts';
import { hasResumed, wentOn } from './resumed.ts';
import type { Ended } from './start.ts';

const ONCE = Object.fromEntries(ACTS.map((act) => [act, 1])) as Record<Act, number>;
const IN_ALL = Object.fromEntries(AREAS.map((area) => [area, ONCE])) as Record<Area, typeof ONCE>;
const COMMITTED = { records: 1000, startedAt: 1_700_000_000_000 };

it('goes on where it writes less and keeps the time at which the run began', () => {
  expect(hasResumed(ended(60, COMMITTED.startedAt), COMMITTED, 100)).toBe(true);
});

it('begins anew where it writes everything, or another run has begun', () => {
  expect(hasResumed(ended(100, COMMITTED.startedAt), COMMITTED, 100)).toBe(false);
  expect(hasResumed(ended(60, COMMITTED.startedAt + 1), COMMITTED, 100)).toBe(false);
});

it('must write everything where the run before was complete', () => {
  expect(wentOn(ended(100, 0), 100)).toEqual([]);
  expect(wentOn(ended(0, 0), 100)).toHaveLength(1);
});

function ended(documentBytes: number, startedAt: number): Ended {
  return {
    status: 0,
    signal: null,
    stdout: JSON.stringify({ startedAt: new Date(startedAt) }),
    stderr: '',
    diary: { acts: ONCE, areas: IN_ALL, documentBytes, firstAct: 1 },
    milliseconds: 1,
    typed: undefined,
  };
}
