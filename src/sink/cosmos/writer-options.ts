/** What is a writer told, and what does it tell? */
import type { Container } from '@azure/cosmos';
import type { ContainerPolicy } from '../../container/policy.ts';
import type { WriteMode } from './answer.ts';
import type { Item } from './item.ts';
import type { RequestUnits } from './request-units.ts';
import type { Settlement } from './settlement.ts';
import type { Wire } from './wire.ts';

export interface WriterOptions {
  readonly container: Container;
  readonly wire: Wire;
  /** What the container is called in messages. */
  readonly label: string;
  readonly policy: ContainerPolicy;
  readonly mode: WriteMode;
  /** Is told of each document once, in any order. */
  readonly settle: (item: Item, settlement: Settlement) => void;
  /** Milliseconds without any progress after which the writer fails. */
  readonly patience: number;
  /** Request units a second that the whole run may spend. */
  readonly budget?: RequestUnits | undefined;
  /** Request units a second that the container is provided with, if known. */
  readonly provided?: number | undefined;
  readonly now?: () => number;
}

/** What it has done, for reports and tests. */
export interface WriterFacts {
  requests: number;
  /** Requests of which something was refused with 429. */
  throttled: number;
  /** Operations that were sent again, for whatever reason. */
  resent: number;
  units: number;
}
