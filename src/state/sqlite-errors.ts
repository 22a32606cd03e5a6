/** Why does the database of the state refuse? Its codes as sentences, with what to do next. */
import { Fatal } from '../errors.ts';

export function openingError(error: unknown, folder: string, file: string): unknown {
  const code = sqliteCode(error);
  if (code === SQLITE_NOTADB || code === SQLITE_CORRUPT) {
    return new Fatal('fatal', `${file} is no state of remodel, or it is damaged.`, {
      cause: error,
      advice: 'Remove the folder to begin anew, or name another one with --state.',
    });
  }
  return writingError(error, folder);
}

export function writingError(error: unknown, folder: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  if (code === SQLITE_BUSY) {
    return new Fatal('locked', `Something else holds the state in ${folder}, and has for seconds.`, {
      cause: error,
      advice: 'End what reads or copies it, and start again.',
    });
  }
  const what = code === SQLITE_FULL ? 'the disk is full' : (error as Error).message;
  return new Fatal('fatal', `The state in ${folder} cannot be written: ${what}.`, {
    cause: error,
    advice: 'Make room or mend the disk, or name another folder with --state.',
  });
}

/** Whether another connection holds what is needed. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_BUSY;
}

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;

/** The primary result code, extended ones cut down to it. */
function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;
}
