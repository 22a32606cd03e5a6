/** Which commands and options are there? What `--help` says comes from here and from the table of exit statuses. */
import process from 'node:process';
import { Argument, Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { PERCENT_FROM } from '../run/max-errors.ts';
import { EXIT_SENTENCES, EXIT_STATUS, type ExitName, type ExitStatus } from '../exit-status.ts';
import { SHELLS, type Shell } from './completion/shells.ts';
import { examplesOf, mainExamples, noteAndExamplesOf } from './examples.ts';
import { collected, parseLimit, parseMaxErrors } from './option-values.ts';
import type { CheckCommandOptions } from './print-check.ts';
import type { ExplainOptions } from './print-explain.ts';
import type { RehearseOptions } from './rehearse.ts';
import type { StatusOptions } from './print-status.ts';
import type { ReplayCommandOptions } from './replay.ts';
import type { RunCommandOptions } from './run.ts';
import { addServeCommand } from './serve-command.ts';
import { addTryOutCommands } from './try-out.ts';
import { UNAVAILABLE_COMMANDS, unavailableText } from './unavailable.ts';

export interface Edge {
  /** Ends the process at once. */
  readonly stop: () => void;
  /** Takes the exit status that a command has reached. */
  readonly end: (status: ExitStatus) => void;
}

export const AVAILABLE_COMMANDS = [
  'check',
  'preview',
  'test',
  'transform',
  'rehearse',
  'run',
  'replay',
  'status',
  'serve',
  'explain',
  'completion',
] as const;

export function buildProgram({ stop, end }: Edge): Command {
  const program = new Command('remodel')
    .description(
      'Remodel documents for Azure Cosmos DB for NoSQL: rehearse a plan on real data, see what the service would refuse, then run it.',
    )
    .version(manifest.version)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .showSuggestionAfterError()
    .addHelpText('after', `${mainExamples()}\n\n${exitStatusHelp()}`);

  program
    .command('check <plan>')
    .description('read the plan and say everything that is wrong with it, before any data is touched')
    .option('--sample [file]', SAMPLE, collected)
    .option('--limit <n>', LIMIT, parseLimit)
    .option('--json', 'print the problems as JSON')
    .addHelpText('after', examplesOf('check'))
    .action(async (plan: string, options: CheckCommandOptions) => {
      const { printCheck } = await import('./print-check.ts');
      end(await printCheck(plan, options));
    });

  addTryOutCommands(program, { stop, end });

  program
    .command('rehearse <plan>')
    .description(
      "the whole run into an embedded container that enforces the plan's policies as the service does; prints a report",
    )
    .option('--out <dir>', 'also write the accepted documents, as <dir>/<container>.ndjson')
    .option('--state <dir>', 'where state, rejects and report are kept (default: .remodel/<name> beside the plan)')
    .option('--fresh', 'discard what is kept of a stopped run and begin anew')
    .option('--json', 'print the report as JSON and nothing else')
    .option('--limit <n>', LIMIT, parseLimit)
    .option('--max-errors <n|n%>', MAX_ERRORS, parseMaxErrors)
    .addHelpText('after', examplesOf('rehearse'))
    .action(async (plan: string, options: RehearseOptions) => {
      const { rehearse } = await import('./rehearse.ts');
      end(await rehearse(plan, options, stop));
    });

  program
    .command('run <plan>')
    .description('the real run: into a database of Cosmos DB, or into files, where no policies are enforced')
    .option('--to <dir>', "write the documents as <dir>/<container>.ndjson (default: the plan's target)")
    .option('--state <dir>', 'where state, rejects and report are kept (default: .remodel/<name> beside the plan)')
    .option('--fresh', 'discard what is kept of a stopped run and begin anew')
    .option('--json', 'print the report as JSON and nothing else')
    .option('--limit <n>', LIMIT, parseLimit)
    .option('--max-errors <n|n%>', MAX_ERRORS, parseMaxErrors)
    .option('--ru <n>', 'request units a second that may be spent in Cosmos DB (default: what is provided)', parseLimit)
    .option('--dry-run', 'read, transform, count and report everything, and write nothing at all')
    .addHelpText('after', examplesOf('run'))
    .action(async (plan: string, options: RunCommandOptions) => {
      const { run } = await import('./run.ts');
      end(await run(plan, options, stop));
    });

  program
    .command('replay <rejects>')
    .description('run rejected documents again after the plan, or the "original" in the rejects file, was corrected')
    .option('--plan <file>', 'the corrected plan (default: the file that the run had its plan from)')
    .option('--state <dir>', 'the state folder of the run (default: the folder of the rejects file)')
    .option('--dry-run', 'work out and report everything, and change nothing at all')
    .option('--json', 'print the report as JSON and nothing else')
    .addHelpText('after', noteAndExamplesOf('replay', REPLAY_HELP))
    .action(async (rejects: string, options: ReplayCommandOptions) => {
      const { replay } = await import('./replay.ts');
      end(await replay(rejects, options, stop));
    });

  program
    .command('status <plan>')
    .description('say where a run stands, also while it works: state, stage, shards, rate, tallies, last commit')
    .option('--state <dir>', 'where its state is kept (default: .remodel/<name> beside the plan)')
    .option('--json', 'print it as JSON')
    .addHelpText('after', examplesOf('status'))
    .action(async (plan: string, options: StatusOptions) => {
      const { printStatus } = await import('./print-status.ts');
      end(await printStatus(plan, options));
    });

  addServeCommand(program, { stop, end });

  program
    .command('explain [code]')
    .description('what a code, a rule or an exit status means, and what to do; without one, lists all of them')
    .option('--json', 'print it as JSON')
    .addHelpText('after', examplesOf('explain'))
    .action(async (code: string | undefined, options: ExplainOptions) => {
      const { printExplain } = await import('./print-explain.ts');
      end(await printExplain(code, options));
    });

  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell that is to complete').choices(SHELLS))
    .description('print a script by which a shell completes commands, options, plans and codes')
    .addHelpText('after', examplesOf('completion'))
    .action(async (shell: Shell) => {
      const { completion } = await import('./completion.ts');
      process.stdout.write(completion(program, shell));
    });

  for (const name of UNAVAILABLE_COMMANDS) {
    program
      .command(name, { hidden: true })
      .description(unavailableText('It'))
      .allowUnknownOption()
      .allowExcessArguments()
      .helpOption(false)
      .action((_options, command: Command) => command.error(unavailableText(`The command "${name}"`)));
  }
  return program;
}

const SAMPLE =
  "also hold the plan against data: a file in the place of the plan's source (entity=file where it has several, once for each), or the plan's own sources";

const LIMIT = 'read at most <n> records of the sources, then end as if there were no more';

const MAX_ERRORS = `stop with exit status 3 once more than <n> documents are rejected, or more than <n> percent of those read (counted from ${PERCENT_FROM.toLocaleString('en-US')} documents on, and at the end)`;

const REPLAY_HELP = `Each rejected record goes through the whole plan once more, from its "original". What succeeds leaves the rejects and is added to the run's files; what fails again stays, with its earlier reasons. What is there already is not written again.`;

function exitStatusHelp(): string {
  const lines = Object.entries(EXIT_STATUS).map(([name, status]) => `  ${status}  ${EXIT_SENTENCES[name as ExitName]}`);
  return ['Exit status:', ...lines].join('\n');
}
