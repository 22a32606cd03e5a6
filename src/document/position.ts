/**
 * Where does a document come from? The origin of every output is `{shard, index, ordinal}`: the shard of the source,
 * the number of the record in it, and which of the record's outputs it is. Origins order everything: conflicts are won
 * by the first, files are written in that order, a run resumes behind the longest acknowledged prefix.
 */

export interface RecordOrigin {
  readonly shard: number;
  /** Number of the record within its shard, from 0; unreadable records and blank lines do not share a number. */
  readonly index: number;
}

/** The origin of a record, with what people call its place where that is known. */
export interface RecordPlace extends RecordOrigin {
  readonly place?: Place;
}

export interface Origin extends RecordOrigin {
  /** Number of the output of this record, from 0, in the order of output. */
  readonly ordinal: number;
}

/** The place of a record for people. */
export interface Place {
  /** The file as the plan names it. */
  readonly source: string;
  /** Physical line, from 1. */
  readonly line: number;
  /** Byte offset in the (decompressed) file. */
  readonly offset: number;
}

/** What people call a source that is no file. */
export function sourceName(source: string): string {
  return source === '-' ? 'standard input' : source;
}

/** `posts.ndjson:7` */
export function placeText({ source, line }: Pick<Place, 'source' | 'line'>): string {
  return `${sourceName(source)}:${line}`;
}

/** How far a shard has come: every output before it is acknowledged. */
export interface Position {
  readonly shard: number;
  /** Records that are done. */
  readonly index: number;
  /** Outputs of the next record that are done. */
  readonly ordinal: number;
  /** Byte offset in the file (decompressed) behind the records that are done. */
  readonly offset: number;
  /** Physical line, from 1, that begins there; absent where a reader could not begin. */
  readonly line?: number | undefined;
}

export function compareOrigins(a: Origin, b: Origin): number {
  return a.shard - b.shard || a.index - b.index || a.ordinal - b.ordinal;
}
