/**
 * How many documents went which way? Plain counters per entity that the way of the data adds to; they merge over
 * workers and runs, are kept in the transactional state, and have to balance at the end.
 */

export interface EntityTally {
  /** Came from the source, unreadable records included. */
  read: number;
  /** Were made by steps, or are further copies for another container. */
  made: number;
  written: number;
  filtered: number;
  rejected: number;
  /** Were equal to one that is there already. */
  merged: number;
  /** Went into the documents of a step across documents. */
  consumed: number;
  expired: number;
  /** Bytes of what was written, as sent. */
  bytes: number;
  maxBytes: number;
}

export interface Lost {
  readonly path: string;
  readonly step: string;
  readonly count: number;
}

export interface TallySnapshot {
  readonly source: { readonly documents: number; readonly bytes: number };
  readonly entities: Readonly<Record<string, EntityTally>>;
  readonly lost: readonly Lost[];
}

/** A step has so many paths with a count of their own: where data serves as keys, there is no end of them. */
const MOST_PATHS = 1_000;

/** Stands for all paths of a step that came after those; no path looks like it. */
export const OTHER_PATHS = '(other paths)';

export class Tally {
  /** What the source gave: documents (unreadable records included) and bytes of its decompressed text. */
  readonly source = { documents: 0, bytes: 0 };
  readonly #entities = new Map<string, EntityTally>();
  /** Counts by step, then by path. */
  readonly #lost = new Map<string, Map<string, number>>();
  readonly #mostPaths: number;

  constructor(mostPaths: number = MOST_PATHS) {
    this.#mostPaths = mostPaths;
  }

  /** The counters of one entity, to be got once and added to. */
  entity(name: string): EntityTally {
    let tally = this.#entities.get(name);
    if (tally === undefined) this.#entities.set(name, (tally = emptyTally()));
    return tally;
  }

  /** Counts values that a step took out of the data. */
  lose(step: string, path: string, count: number = 1): void {
    let paths = this.#lost.get(step);
    if (paths === undefined) this.#lost.set(step, (paths = new Map<string, number>()));
    const known = paths.get(path);
    if (known !== undefined) paths.set(path, known + count);
    else if (paths.size < this.#mostPaths) paths.set(path, count);
    else paths.set(OTHER_PATHS, (paths.get(OTHER_PATHS) ?? 0) + count);
  }

  /** Documents rejected so far, of all entities. */
  rejected(): number {
    let sum = 0;
    for (const { rejected } of this.#entities.values()) sum += rejected;
    return sum;
  }

  /** Adds what another one counted. */
  merge(other: TallySnapshot): void {
    this.source.documents += other.source.documents;
    this.source.bytes += other.source.bytes;
    for (const [name, counted] of Object.entries(other.entities)) {
      const tally = this.entity(name);
      for (const counter of COUNTERS) tally[counter] += counted[counter];
      tally.bytes += counted.bytes;
      tally.maxBytes = Math.max(tally.maxBytes, counted.maxBytes);
    }
    for (const { step, path, count } of other.lost) this.lose(step, path, count);
  }

  /** What was counted since this was asked last; counting starts at zero again. */
  take(): TallySnapshot {
    const taken = this.snapshot();
    this.source.documents = 0;
    this.source.bytes = 0;
    for (const tally of this.#entities.values()) Object.assign(tally, emptyTally());
    this.#lost.clear();
    return taken;
  }

  snapshot(): TallySnapshot {
    const lost: Lost[] = [];
    for (const [step, paths] of this.#lost) for (const [path, count] of paths) lost.push({ path, step, count });
    const entities: [string, EntityTally][] = [];
    for (const [name, tally] of this.#entities) entities.push([name, { ...tally }]);
    return { source: { ...this.source }, entities: Object.fromEntries(entities), lost };
  }
}

export interface Balance {
  readonly ok: boolean;
  readonly entities: Readonly<Record<string, EntityBalance>>;
}

export interface EntityBalance {
  readonly ok: boolean;
  /** read + made */
  readonly in: number;
  /** written + filtered + rejected + merged + consumed + expired */
  readonly out: number;
}

/** Whether every document that came in is accounted for, entity by entity. */
export function balance({ entities }: TallySnapshot): Balance {
  const books = Object.entries(entities).map(([name, tally]): [string, EntityBalance] => {
    const came = tally.read + tally.made;
    const went = tally.written + tally.filtered + tally.rejected + tally.merged + tally.consumed + tally.expired;
    return [name, { ok: came === went, in: came, out: went }];
  });
  return { ok: books.every(([, book]) => book.ok), entities: Object.fromEntries(books) };
}

const COUNTERS = ['read', 'made', 'written', 'filtered', 'rejected', 'merged', 'consumed', 'expired'] as const;

function emptyTally(): EntityTally {
  return {
    read: 0,
    made: 0,
    written: 0,
    filtered: 0,
    rejected: 0,
    merged: 0,
    consumed: 0,
    expired: 0,
    bytes: 0,
    maxBytes: 0,
  };
}
