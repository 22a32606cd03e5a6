/** What was asked for on the command line? The edge: the only place that reads arguments and ends the process. */
import process from 'node:process';
import { main } from './commands/main.ts';
import { endingOf, endQuietlyWithoutReader, leaveOutSqliteWarning } from './commands/process-guards.ts';
import { EXIT_STATUS } from './exit-status.ts';

leaveOutSqliteWarning();
endQuietlyWithoutReader(process.stdout, process.stderr);
process.on('uncaughtException', crash);
process.on('unhandledRejection', crash);

// Set instead of exited with, so that what was written still reaches a slow reader.
process.exitCode = await main(process.argv.slice(2), () => process.exit(EXIT_STATUS.interrupted));

/** What nobody awaits fails here: bugs, and a full disk behind standard output. */
function crash(error: unknown): never {
  const { text, status } = endingOf(error);
  process.stderr.write(text);
  process.exit(status);
}
