/** What does a source give? Shards, each a stream of batches of records that still are bytes. */
import type { Buffer } from 'node:buffer';
import type { Position } from '../document/position.ts';
import { Fatal, type FatalOptions } from '../errors.ts';
import type { SourceFormat } from '../plan/plan.ts';

export interface Shard {
  /** Number over all sources of the plan, in their order. */
  readonly number: number;
  readonly entity: string;
  /** The file as the plan names it (for a glob: the file that matched), for people. */
  readonly source: string;
  /** Where the file is; a stream has no place. */
  readonly path: string | undefined;
  /** Size on disk, where it is known, for progress. */
  readonly size: number | undefined;
  /** It can be read only once. */
  readonly isStream?: boolean;
  batches(reading?: Reading): AsyncIterable<RecordBatch>;
  /** What tells this state of it from another. From then on no more than that is read. */
  identity(): Promise<SourceIdentity>;
  /** What has become of the file since it was identified, in a sentence; known when all batches that are wanted have come. */
  change?(): string | undefined;
}

/** A stream has nothing but its name. */
export interface SourceIdentity {
  /** As people know it. */
  readonly source: string;
  readonly size?: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt?: number;
  /** SHA-256, hex, of the first and of the last 64 KiB. */
  readonly head?: string;
  readonly tail?: string;
}

export interface Reading {
  /** Ends early once it is aborted while a pipe keeps it waiting. */
  readonly signal?: AbortSignal | undefined;
  /** Records before this position are not given again; the source is the same as when the position was taken. */
  readonly from?: Position | undefined;
  /** Where records are read to; without it, the source uses two buffers in turn. */
  readonly memory?: Memory | undefined;
}

/** Gives buffers to read into, each for one batch, whose it is from then on. */
export interface Memory {
  /** Bytes that are read at once. */
  readonly readSize: number;
  /** A buffer of so many bytes or more. */
  take(size: number): Buffer;
}

/**
 * Records of one shard, perhaps none. Its arrays are the source's again once the next batch is asked for, and so is its
 * text unless the memory was given (`Reading`).
 */
export interface RecordBatch {
  readonly text: Buffer;
  readonly count: number;
  /** Record i is `text[starts[i]..ends[i])`; `text[ends[i]]` is readable. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Physical line of each record's first byte, from 1. */
  readonly lines: Float64Array;
  /** Number of the first record within the shard, from 0. */
  readonly firstIndex: number;
  /** Offset of `text[0]` in the decompressed file. */
  readonly offset: number;
  /** Whether all of it is known to be UTF-8. */
  readonly utf8: boolean;
  /** Bytes of the file (on disk, compressed or not) that have been read so far, for progress. */
  readonly bytesRead: number;
  /** Bytes of the decompressed source that this batch stands for, separators included. */
  readonly bytes: number;
  /** Offset in the decompressed file behind the batch. */
  readonly endOffset: number;
  /** Physical line that begins there, if a reader could begin there. */
  readonly endLine: number | undefined;
  /**
   * Records that cannot be handed over as bytes: too large, cut off, structure broken; each is a rejection of the
   * source. They stand behind the other records of the batch, in the file as in the count.
   */
  readonly broken: readonly BrokenRecord[];
  /** How the file is read, as far as that is known; absent where there is no file. */
  readonly form?: FileForm | undefined;
}

/** How a file is read. */
export interface FileForm {
  /** As the plan names it, perhaps by a pattern. */
  readonly source: string;
  readonly format: SourceFormat;
  /** Whether the content showed the format; else the plan says it. */
  readonly detected: boolean;
  /** The path of the array whose elements are the records. */
  readonly select?: string;
  readonly compression?: string;
  /** Whether a byte order mark was passed over. */
  readonly byteOrderMark?: true;
}

export interface BrokenRecord {
  /** Number within the shard; it follows that of the batch's last record. */
  readonly index: number;
  readonly line: number;
  /** Offset in the decompressed file. */
  readonly offset: number;
  readonly code: string;
  readonly message: string;
  /** What there is of its text, at most 64 KiB. */
  readonly original: Buffer;
}

/** The source cannot be read to its end (missing file, truncated gzip): the run stops with exit status 5. */
export class SourceError extends Fatal {
  constructor(message: string, options: FatalOptions = {}) {
    super('fatal', message, options);
  }
}
