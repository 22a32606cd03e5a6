/**
 * How does a step work across documents? It gathers what it needs of each until the last one has come: that is the
 * barrier at which its stage ends. What it makes of them stands in a file then, and the next stage reads that file as the
 * first one read the sources, through the steps behind this one.
 *
 * `open` → contributions, in the order of the documents; committed with the positions by `settle` → `combine`, once,
 * or again where the run is stopped before it was committed → `close`.
 */
import type { Settled } from '../document/settled.ts';

export interface Gathering {
  /** Resolves when every contribution so far is in the files. */
  flush(): Promise<void>;
  /** What describes the contributions so far, files by their names in `folder`; writes at once what `flush` has not written. */
  settle(): Settled;
  /** All documents have come. Makes the documents of the next stage of them; a second time it makes the same. */
  combine(): Promise<void>;
  /** Where they are then. */
  readonly combined: Combined;
  /** Closes its files; they stay. */
  close(): void;
}

/** What a step across documents has made. */
export interface Combined {
  /** A file of NDJSON, absolute. */
  readonly file: string;
  /** The entity of its documents. */
  readonly entity: string;
}

export interface GatherPlace {
  /** A folder of its own, which is there; the step's files are to lie in it. */
  readonly folder: string;
  /** What was committed when the run stopped, if it goes on; everything else in the folder is of no use. */
  readonly resumed: Settled | undefined;
}
