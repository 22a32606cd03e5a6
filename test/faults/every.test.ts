// Is a run killed at every act of an area, and at none of another one?
import { expect, it } from 'vitest';
import { type Area, AREAS } from './area.ts';
import { everyKill } from './every.ts';
import { ACTS, type Acts, faultText } from './fault.ts';

const NONE = Object.fromEntries(ACTS.map((act) => [act, 0])) as Acts;
const areas = Object.fromEntries(AREAS.map((area) => [area, NONE])) as Record<Area, Acts>;
const course = {
  diary: {
    acts: NONE,
    areas: { ...areas, barrier: { ...NONE, write: 2, sync: 1 }, state: { ...NONE, write: 1, commit: 2 } },
    documentBytes: 0,
    firstAct: 0,
  },
  milliseconds: 0,
  bytes: 0,
};

it('kills inside and behind each of them', () => {
  expect(everyKill(course, 'barrier').map(faultText)).toEqual([
    'killed in the middle of write 1, counted in the area "barrier"',
    'killed after write 1, counted in the area "barrier"',
    'killed in the middle of write 2, counted in the area "barrier"',
    'killed after write 2, counted in the area "barrier"',
    'killed after sync 1, counted in the area "barrier"',
  ]);
});

it('kills at one kind of acts only, if asked to', () => {
  expect(everyKill(course, 'state', ['commit']).map(({ act, nth }) => `${act} ${nth}`)).toEqual([
    'commit 1',
    'commit 2',
  ]);
});
