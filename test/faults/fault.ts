// What can happen to a run? From inside at a certain act on its files, or from outside at some instant.
import type { Area } from './area.ts';

/** What a run does to the disk, as far as faults strike there. */
export const ACTS = [
  'write',
  'write file',
  'open',
  'truncate',
  'rename',
  'remove',
  'statement',
  'commit',
  'sync',
  'close',
] as const;
export type Act = (typeof ACTS)[number];

export const MOMENTS = ['before', 'in the middle of', 'after'] as const;
export type Moment = (typeof MOMENTS)[number];

/** What strikes at the `nth` time, from 1 on, that a run does `act`, wherever or in one area. */
export type InnerFault = {
  readonly act: Act;
  readonly nth: number;
  readonly area?: Area;
} & (
  | { readonly kind: 'kill'; readonly moment: Moment }
  /** No more room from there on, with half of the first write still done, or nothing. */
  | { readonly kind: 'full disk'; readonly half: boolean }
  /** This one act fails. */
  | { readonly kind: 'broken disk' }
  | { readonly kind: 'signal'; readonly signal: StopSignal }
);

export type StopSignal = 'SIGTERM' | 'SIGINT';

export type OuterFault =
  | { readonly kind: 'kill from outside'; readonly milliseconds: number }
  | { readonly kind: 'signal from outside'; readonly signal: StopSignal; readonly milliseconds: number }
  /** The folders of the run lie on a file system of so many bytes. */
  | { readonly kind: 'small disk'; readonly bytes: number };

export type Fault = InnerFault | OuterFault;

export function isInner(fault: Fault): fault is InnerFault {
  return 'act' in fault;
}

export function faultText(fault: Fault): string {
  const text = textOf(fault);
  return isInner(fault) && fault.area !== undefined ? `${text}, counted in the area "${fault.area}"` : text;
}

function textOf(fault: Fault): string {
  switch (fault.kind) {
    case 'kill':
      return `killed ${fault.moment} ${fault.act} ${fault.nth}`;
    case 'full disk':
      return `disk full from ${fault.act} ${fault.nth} on${fault.half ? ', half of which is done' : ''}`;
    case 'broken disk':
      return `${fault.act} ${fault.nth} fails`;
    case 'signal':
      return `${fault.signal} at ${fault.act} ${fault.nth}`;
    case 'kill from outside':
      return `killed after ${fault.milliseconds} ms`;
    case 'signal from outside':
      return `${fault.signal} after ${fault.milliseconds} ms`;
    case 'small disk':
  }
  return `a disk of ${fault.bytes} bytes`;
}

/** What the preloaded module is told, as JSON in this environment variable. */
export const SETTING = 'REMODEL_FAULT';

export interface FaultSetting {
  /** Absent: it only counts. */
  readonly fault?: InnerFault;
  /** Acts elsewhere are no concern. */
  readonly folder: string;
  /** The file that tells what happened; written at the end, or when the fault strikes. */
  readonly diary: string;
}

export type Acts = Readonly<Record<Act, number>>;

export interface Diary {
  /** How often each act was done. */
  readonly acts: Acts;
  /** Those of each area. */
  readonly areas: Readonly<Record<Area, Acts>>;
  /** Bytes that went into files of documents. */
  readonly documentBytes: number;
  /** Milliseconds from the start of the process to the first act. */
  readonly firstAct: number;
  /** At what the fault struck. */
  readonly struck?: string;
  /** And where that is. */
  readonly struckIn?: Area;
}
