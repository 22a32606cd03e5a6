/** What was asked for on the command line? The edge: the only place that reads arguments and ends the process. */
import process from 'node:process';
import { main } from './commands/main.ts';
import {
  endingOf,
  endQuietlyWithoutReader,
  keepOutputForData,
  leaveOutSqliteWarning,
  leaveScriptsBehind,
  refuseOtherEndings,
} from './commands/process-guards.ts';
import { watchScripts } from './commands/watchdog.ts';
import { EXIT_STATUS, type ExitStatus } from './exit-status.ts';

let isOver = false;

leaveOutSqliteWarning();
keepOutputForData();
endQuietlyWithoutReader(process.stdout, process.stderr);
refuseOtherEndings(() => isOver);
watchScripts(crash);
process.on('uncaughtException', crash);
process.on('unhandledRejection', crash);

// Set instead of exited with, so that what was written still reaches a slow reader.
process.exitCode = await main(process.argv.slice(2), () => end(EXIT_STATUS.interrupted));
isOver = true;
leaveScriptsBehind([process.stdout, process.stderr], () => process.exit());

/** What nobody awaits fails here: bugs, and a full disk behind standard output. */
function crash(error: unknown): never {
  const { text, status } = endingOf(error);
  process.stderr.write(text);
  end(status);
}

function end(status: ExitStatus | 1): never {
  isOver = true;
  process.exit(status);
}
