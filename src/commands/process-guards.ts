/** What must hold for the whole process, whatever command runs? */
import process from 'node:process';

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

/** For an error that nobody foresaw. */
export function bugReport(error: unknown): string {
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `remodel met an error that it does not know; this is a bug, please report it.\n${details}\n`;
}
