/** Where does one record end and the next begin? What every format answers for the bytes read so far. */
import type { Buffer } from 'node:buffer';
import type { RecordList } from './record-list.ts';

export interface Cutter {
  /**
   * Adds the records that are complete in `bytes[from..length)` to the list and returns where the next call goes on.
   * It must then find the bytes from there on, perhaps at another place, and more behind them. `bytes[length]` is free
   * for a sentinel. Behind a broken record it returns at once: the list is one batch, in which that record is the last.
   * @param atEnd whether the file ends at `length`.
   */
  cut(bytes: Buffer, from: number, length: number, atEnd: boolean, records: RecordList): number;
  /** Number of the line that begins where the last cut ended; `undefined` where no line begins that could be a record. */
  readonly line: number | undefined;
  /** Whether the rest of the file means nothing, because its structure is broken. */
  readonly isBroken: boolean;
}
