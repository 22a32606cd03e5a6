/** Which fault does a request have? The first of the plan that fits and is due; by a seed, where chance decides. */
import { kindOf } from '../request-kind.ts';
import type { ServedRequest } from '../request.ts';
import type { Fault } from './fault.ts';

export interface PlannedFault {
  readonly fault: Fault;
  /** Requests that were shown to it and fit. */
  readonly seen: number;
  /** Requests that had it. */
  readonly happened: number;
}

export class FaultPlan {
  readonly #planned: { fault: Fault; seen: number; happened: number }[] = [];
  #state: number;

  constructor(faults: readonly Fault[] = [], seed: number = 1) {
    this.#state = seed;
    for (const fault of faults) this.add(fault);
  }

  get planned(): readonly PlannedFault[] {
    return this.#planned;
  }

  /** From now on, behind those that are there. */
  add(fault: Fault): PlannedFault {
    const planned = { fault, seen: 0, happened: 0 };
    this.#planned.push(planned);
    return planned;
  }

  /** From now on all goes well. */
  clear(): void {
    this.#planned.length = 0;
  }

  faultOf(request: ServedRequest): Fault | undefined {
    for (const planned of this.#planned) {
      const { fault } = planned;
      if (!fits(fault, request)) continue;
      planned.seen++;
      if (planned.seen <= (fault.after ?? 0) || planned.happened >= (fault.times ?? Infinity)) continue;
      if (!this.chance(fault.probability ?? 1)) continue;
      planned.happened++;
      return fault;
    }
    return undefined;
  }

  /** Whether something of this probability happens. */
  chance(probability: number): boolean {
    return probability >= 1 || this.#random() < probability;
  }

  /** Mulberry32: small, and the same numbers everywhere for a seed. */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

function fits({ on, where }: Fault, request: ServedRequest): boolean {
  if (on !== undefined && ![on].flat().includes(kindOf(request))) return false;
  return where?.(request) ?? true;
}
