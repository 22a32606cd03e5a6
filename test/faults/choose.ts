// Which fault strikes next? Drawn from what an undisturbed run does, so that every act has its turn, however rare.
import { type Act, ACTS, type Diary, type Fault, MOMENTS, type StopSignal } from './fault.ts';
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

function someAct({ random, course, share }: Draw, acts: readonly Act[]): { readonly act: Act; readonly nth: number } {
  const times = course.diary.acts;
  const act = random.pick(acts.filter((one) => times[one] > 0));
  return { act, nth: 1 + random.below(Math.ceil(times[act] * share)) };
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
