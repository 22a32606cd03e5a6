/** Where does one record end and the next begin? What every format answers for the bytes read so far. */
import type { Buffer } from 'node:buffer';
import type { Position } from '../../document/position.ts';
import type { SourceFormat } from '../../plan/plan.ts';
import type { RecordList } from './record-list.ts';

export interface Cutter {
  /**
   * Adds the records that are complete in `bytes[from..length)` to the list and returns where the next call goes on.
   * It must then find the bytes from there on, perhaps at another place, and more behind them. `bytes[length]` is free
   * for a sentinel. Behind a broken record it returns at once: the list is one batch, in which that record is the last.
   * @param atEnd whether the file ends at `length`.
   */
  cut(bytes: Buffer, from: number, length: number, atEnd: boolean, records: RecordList): number;
  /** Number of the line that is cut next, or in which that begins; `undefined` where no reader could begin. */
  readonly line: number | undefined;
  /** Whether the rest of the file means nothing, because its structure is broken. */
  readonly isBroken: boolean;
  /** What the file has turned out to be so far. */
  readonly format: SourceFormat;
  /** One for the rest of the file behind a position that has a line; absent where a file has to be read from its start. */
  entering?(position: Position): Cutter;
}
