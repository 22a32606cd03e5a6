// Which fault strikes next? Drawn from what an undisturbed run does, so that every act has its turn, however rare.
import { AREAS } from './area.ts';
import {
  type Act,
  ACTS,
  type Acts,
  type Diary,
  type Fault,
  type InnerFault,
  MOMENTS,
  type StopSignal,
} from './fault.ts';
import type { Random } from './random.ts';

export const FAULT_KINDS = [
  'kill',
  'kill from outside',
  'full disk',
  'kill',
  'signal',
  'kill',
  'kill from outside',
  'broken disk',
  'kill',
  'signal from outside',
  'kill',
  'small disk',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** What an undisturbed run did. */
export interface Course {
  readonly diary: Diary;
  readonly milliseconds: number;
  /** Bytes of everything that it left. */
  readonly bytes: number;
}

/** @param share of the course within which it strikes; a resumed run does less than a whole one */
export function chooseFault(random: Random, kind: FaultKind, course: Course, share: number = 1): Fault {
  return CHOICES[kind]({ random, course, share });
}

interface Draw {
  readonly random: Random;
  readonly course: Course;
  readonly share: number;
}

const CHOICES: Readonly<Record<FaultKind, (draw: Draw) => Fault>> = {
  kill: (draw) => ({ kind: 'kill', moment: draw.random.pick(MOMENTS), ...someAct(draw, OFTEN) }),
  'kill from outside': (draw) => ({ kind: 'kill from outside', milliseconds: someTime(draw) }),
  'full disk': (draw) => ({ kind: 'full disk', half: draw.random.chance(0.5), ...someAct(draw, NEEDING_ROOM) }),
  'broken disk': (draw) => ({ kind: 'broken disk', ...someAct(draw, BREAKABLE) }),
  signal: (draw) => ({ kind: 'signal', signal: draw.random.pick(SIGNALS), ...someAct(draw, STOPPABLE) }),
  'signal from outside': (draw) => ({
    kind: 'signal from outside',
    signal: draw.random.pick(SIGNALS),
    milliseconds: someTime(draw),
  }),
  'small disk': ({ random, course }) => ({
    kind: 'small disk',
    bytes: Math.round(course.bytes * (0.1 + 0.8 * random.next())),
  }),
};

const SIGNALS: readonly StopSignal[] = ['SIGTERM', 'SIGINT'];

/** A third of them anywhere, where most is done, the others in one of the areas, each of which has its share. */
function someAct({ random, course, share }: Draw, acts: readonly Act[]): Pick<InnerFault, 'act' | 'nth' | 'area'> {
  const { diary } = course;
  const isDone =
    (times: Acts) =>
    (one: Act): boolean =>
      times[one] > 0;
  const areas = AREAS.filter((one) => acts.some(isDone(diary.areas[one])));
  const area = random.chance(2 / 3) ? random.pick(areas) : undefined;
  const times = area === undefined ? diary.acts : diary.areas[area];
  const act = random.pick(acts.filter(isDone(times)));
  const nth = 1 + random.below(Math.ceil(times[act] * share));
  return area === undefined ? { act, nth } : { act, nth, area };
}

function someTime({ random, course, share }: Draw): number {
  const first = course.diary.firstAct * 0.9;
  return Math.round(first + random.next() * share * (course.milliseconds - first));
}

/** Writes and commits are where most can go wrong. */
const OFTEN: readonly Act[] = [...ACTS, 'write', 'write', 'commit'];
const NEEDING_ROOM: readonly Act[] = ['write', 'write', 'write file', 'open', 'statement', 'commit'];
const BREAKABLE: readonly Act[] = ['write', 'write file', 'truncate', 'rename', 'statement', 'commit', 'sync', 'close'];
const STOPPABLE: readonly Act[] = ['write', 'statement', 'commit'];
