/** Which command is meant, and how does it end? Commands are loaded when they are called, so that `--help` is there at once. */
import process from 'node:process';
import { CommanderError } from 'commander';
import { EXIT_STATUS, type ExitStatus } from '../exit-status.ts';
import { AVAILABLE_COMMANDS, buildProgram } from './program.ts';
import { endingOf } from './process-guards.ts';
import { usageErrorText } from './usage-error.ts';

/** `stop` ends the process at once, for a second Ctrl-C. */
export async function main(args: readonly string[], stop: () => void): Promise<ExitStatus | 1> {
  let status: ExitStatus = EXIT_STATUS.done;
  const program = buildProgram({
    stop,
    end(reached) {
      status = reached;
    },
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT_STATUS.done;
      process.stderr.write(usageErrorText(error, calledCommand(args)));
      return EXIT_STATUS.usage;
    }
    const ending = endingOf(error);
    process.stderr.write(ending.text);
    return ending.status;
  }
}

function calledCommand(args: readonly string[]): string | undefined {
  const name = args.find((arg) => !arg.startsWith('-'));
  return AVAILABLE_COMMANDS.find((known) => known === name);
}
