/** What should people know of, beside what was rejected? Notices are counted by code, container, entity and path. */
import type { Place } from './position.ts';

export interface Notice {
  /** A finding code of the plan language. */
  readonly code: string;
  readonly container?: string;
  readonly entity?: string;
  readonly path?: string;
  /** The sentence of the finding; the first notice of its kind decides it. */
  readonly message: string;
  /** How many it stands for. @default 1 */
  readonly count?: number;
  /** Properties of the finding beside the standard ones, such as `seen` for UNIQUE_KEY_PATH_CASE; the first notice decides. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Documents were rejected for it: an error, whatever the code is elsewhere. */
  readonly rejects?: true;
  readonly example?: NoticeExample;
}

export interface NoticeExample {
  readonly place?: Place;
  readonly id?: string;
  /** What was seen, shortened. */
  readonly value?: string;
}

/** Takes notices; kept by the report. */
export type Observe = (notice: Notice) => void;
