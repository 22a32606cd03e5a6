/** What must hold for the whole process, whatever command runs? */
import { Console } from 'node:console';
import { writeSync } from 'node:fs';
import process from 'node:process';
import { asFatal } from '../errors.ts';
import { EXIT_STATUS, type ExitStatus } from '../exit-status.ts';
import { hasScripts, isInScript } from '../plan/script/call.ts';
import { uncaughtInScript } from '../plan/script/script-place.ts';

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

/** Standard output is for data: what a script prints goes to standard error. */
export function keepOutputForData(): void {
  globalThis.console = new Console(process.stderr);
  const write = process.stdout.write.bind(process.stdout) as (...parameters: unknown[]) => boolean;
  const elsewhere = process.stderr.write.bind(process.stderr) as typeof write;
  process.stdout.write = (...parameters: unknown[]) => (isInScript() ? elsewhere : write)(...parameters);
}

/**
 * A script that ends the process must not look like a command that has come to its end.
 * @param isOver whether the command ends as it should
 */
export function refuseOtherEndings(isOver: () => boolean): void {
  process.on('exit', () => {
    if (isOver()) return;
    process.exitCode = EXIT_STATUS.fatal;
    const who = isInScript() ? 'A script has ended the process' : 'Something has ended the process';
    writeSync(process.stderr.fd, `${who} before the command was done. A script must not do that.\n`);
  });
}

/** A timer or a thread that a script has left behind must not keep a command that is over. */
export function leaveScriptsBehind(streams: readonly NodeJS.WriteStream[], end: () => void): void {
  if (!hasScripts()) return;
  let waiting = streams.length;
  // First what was written has to reach a slow reader.
  for (const stream of streams)
    stream.write('', () => {
      if (--waiting === 0) setTimeout(end, PATIENCE).unref();
    });
}

/** Milliseconds that are left to what a script has begun: if it fails, that is still to be seen. */
const PATIENCE = 1000;

export interface Ending {
  readonly text: string;
  readonly status: ExitStatus | 1;
}

/** What is said of an error that ends the command, and with which status: 1 is a bug, and never used on purpose. */
export function endingOf(error: unknown): Ending {
  const fatal = asFatal(error) ?? uncaughtInScript(error);
  if (fatal === undefined) return { text: bugReport(error), status: 1 };
  return {
    text: `${fatal.message}\n${fatal.advice === undefined ? '' : `${fatal.advice}\n`}`,
    status: fatal.exitStatus,
  };
}

/** For an error that nobody foresaw. */
function bugReport(error: unknown): string {
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const who = hasScripts() ? SCRIPTED : 'this is a bug, please report it';
  return `remodel met an error that it does not know; ${who}.\n${details}\n`;
}

/** Nothing keeps a script from changing what the whole process uses. */
const SCRIPTED =
  'if a script of the plan changes what is not its own (prototypes, globals), that is why, else it is a bug, please report it';
