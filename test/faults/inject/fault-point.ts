// Is this the act at which the fault strikes? Acts are counted over all threads of the process.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { type Area, areaOf, AREAS } from '../area.ts';
import { type Act, ACTS, type Acts, type Diary, type FaultSetting, type InnerFault } from '../fault.ts';
import { failure } from './failure.ts';

/** What a run is about to do. */
export interface Deed {
  readonly act: Act;
  /** What it is done to. */
  readonly path: string;
  /** Bytes that go into a file of documents. */
  readonly documentBytes?: number;
  /** Does it, before anything else can happen. */
  readonly whole: () => unknown;
  /** Does the first half, where there is one; answers with the bytes that were written, if any. */
  readonly half?: () => number;
}

export type Verdict =
  | { readonly kind: 'go on' }
  | { readonly kind: 'half'; readonly bytes: number }
  | { readonly kind: 'fail'; readonly error: Error };

const GO_ON: Verdict = { kind: 'go on' };

/** What a full disk refuses. */
const NEEDS_ROOM: readonly Act[] = ['write', 'write file', 'open', 'statement', 'commit'];

export class FaultPoint {
  readonly #setting: FaultSetting;
  readonly #meter = new Meter();

  constructor(setting: FaultSetting) {
    this.#setting = setting;
  }

  /** Told of every deed before it is done. Where the fault is a kill, it may never return. */
  meet(deed: Deed): Verdict {
    const area = areaOf(deed.path);
    const { all, inArea } = this.#meter.count(deed, area);
    const { fault } = this.#setting;
    if (fault === undefined) return GO_ON;
    if (this.#meter.isFull && NEEDS_ROOM.includes(deed.act)) return refuse(deed, 'ENOSPC');
    if (deed.act !== fault.act || (fault.area !== undefined && fault.area !== area)) return GO_ON;
    if (fault.nth !== (fault.area === undefined ? all : inArea)) return GO_ON;
    this.writeDiary({ struck: `${deed.act} ${fault.nth} (${deed.path})`, struckIn: area });
    return this.#strike(fault, deed);
  }

  #strike(fault: InnerFault, deed: Deed): Verdict {
    if (fault.kind === 'kill') {
      try {
        if (fault.moment === 'in the middle of') deed.half?.();
        if (fault.moment === 'after') deed.whole();
      } finally {
        // Also where the act itself fails, such as making a file that is there.
        die();
      }
    }
    if (fault.kind === 'signal') {
      process.kill(process.pid, fault.signal);
      return GO_ON;
    }
    if (fault.kind === 'full disk') {
      this.#meter.isFull = true;
      const bytes = fault.half ? (deed.half?.() ?? 0) : 0;
      return deed.act === 'write' && bytes > 0 ? { kind: 'half', bytes } : refuse(deed, 'ENOSPC');
    }
    // A descriptor that cannot be closed properly is closed all the same.
    if (deed.act === 'close') deed.whole();
    return refuse(deed, 'EIO');
  }

  writeDiary(where?: Pick<Diary, 'struck' | 'struckIn'>): void {
    const { diary } = this.#setting;
    const before = existsSync(diary) ? (JSON.parse(readFileSync(diary, 'utf8')) as Diary) : undefined;
    const { struck, struckIn } = where ?? before ?? {};
    writeFileSync(diary, JSON.stringify({ ...this.#meter.read(), struck, struckIn }));
  }
}

function refuse({ act, path }: Deed, code: 'ENOSPC' | 'EIO'): Verdict {
  return { kind: 'fail', error: failure(code, act, path) };
}

/** The signal reaches every thread before any of them can do more. */
function die(): never {
  process.kill(process.pid, 'SIGKILL');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Counts in memory that all threads share. */
class Meter {
  readonly #counts: Int32Array;
  readonly #firstAct: Float64Array;

  constructor() {
    const memory = (getEnvironmentData(MEMORY) as SharedArrayBuffer | undefined) ?? new SharedArrayBuffer(SIZE);
    setEnvironmentData(MEMORY, memory);
    this.#firstAct = new Float64Array(memory, 0, 1);
    this.#counts = new Int32Array(memory, 8);
  }

  /** Answers how often the act was done by now. */
  count({ act, documentBytes = 0 }: Deed, area: Area): { readonly all: number; readonly inArea: number } {
    if (this.#firstAct[0] === 0) this.#firstAct[0] = performance.now();
    Atomics.add(this.#counts, DOCUMENT_BYTES, documentBytes);
    const number = ACTS.indexOf(act);
    const add = (place: number): number => Atomics.add(this.#counts, place, 1) + 1;
    return { all: add(number), inArea: add(placeOf(area) + number) };
  }

  get isFull(): boolean {
    return Atomics.load(this.#counts, FULL) === 1;
  }

  set isFull(full: boolean) {
    Atomics.store(this.#counts, FULL, full ? 1 : 0);
  }

  read(): Diary {
    const actsFrom = (place: number): Acts =>
      Object.fromEntries(ACTS.map((act, i) => [act, this.#counts[place + i]!])) as Record<Act, number>;
    const areas = AREAS.map((area) => [area, actsFrom(placeOf(area))]);
    return {
      acts: actsFrom(0),
      areas: Object.fromEntries(areas) as Diary['areas'],
      documentBytes: this.#counts[DOCUMENT_BYTES]!,
      firstAct: this.#firstAct[0]!,
    };
  }
}

/** Where the counts of an area begin, behind those of all. */
function placeOf(area: Area): number {
  return ACTS.length * (1 + AREAS.indexOf(area));
}

const MEMORY = 'counts of acts';
const DOCUMENT_BYTES = ACTS.length * (1 + AREAS.length);
const FULL = DOCUMENT_BYTES + 1;
const SIZE = 8 + (FULL + 1) * 4;
