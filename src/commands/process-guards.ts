/** What must hold for the whole process, whatever command runs? */
import process from 'node:process';
import { asFatal } from '../errors.ts';
import type { ExitStatus } from '../exit-status.ts';

/** A reader that has seen enough (`remodel … | head`) is no error: what is written afterwards goes nowhere. */
export function endQuietlyWithoutReader(...streams: readonly NodeJS.WriteStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

/** node:sqlite warns on every start that it is experimental; other warnings stay. */
export function leaveOutSqliteWarning(): void {
  const emit = process.emitWarning.bind(process) as (...parameters: unknown[]) => void;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    const text = warning instanceof Error ? warning.message : warning;
    if (text.startsWith('SQLite is an experimental feature')) return;
    emit(warning, ...rest);
  };
}

export interface Ending {
  readonly text: string;
  readonly status: ExitStatus | 1;
}

/** What is said of an error that ends the command, and with which status: 1 is a bug, and never used on purpose. */
export function endingOf(error: unknown): Ending {
  const fatal = asFatal(error);
  if (fatal === undefined) return { text: bugReport(error), status: 1 };
  return {
    text: `${fatal.message}\n${fatal.advice === undefined ? '' : `${fatal.advice}\n`}`,
    status: fatal.exitStatus,
  };
}

/** For an error that nobody foresaw. */
function bugReport(error: unknown): string {
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `remodel met an error that it does not know; this is a bug, please report it.\n${details}\n`;
}
