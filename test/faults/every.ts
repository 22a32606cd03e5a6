// What if a run is killed at each single act of one kind, in one area of the disk? Nothing is left to chance then.
import type { Area } from './area.ts';
import type { Course } from './choose.ts';
import { type Act, ACTS, type InnerFault } from './fault.ts';

/** @param acts counted in the area. @default all */
export function everyKill({ diary }: Course, area: Area, acts: readonly Act[] = ACTS): InnerFault[] {
  return acts.flatMap((act) => {
    const times = diary.areas[area][act];
    // What comes before an act comes after another one, or after nothing.
    const moments = PARTLY.includes(act) ? (['in the middle of', 'after'] as const) : (['after'] as const);
    return Array.from({ length: times }, (_, i) =>
      moments.map((moment): InnerFault => ({ kind: 'kill', moment, act, area, nth: i + 1 })),
    ).flat();
  });
}

/** Acts that can be done by half. */
const PARTLY: readonly Act[] = ['write', 'write file', 'remove'];
