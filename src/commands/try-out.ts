/** Which commands try a plan out without running it? Each with its options and its help. */
import process from 'node:process';
import type { Command } from 'commander';
import { noteAndExamplesOf } from './examples.ts';
import { parseLimit } from './option-values.ts';
import type { PreviewCommandOptions } from './preview.ts';
import type { Edge } from './program.ts';
import type { TestCommandOptions } from './test.ts';
import type { TransformCommandOptions } from './transform.ts';

export function addTryOutCommands(program: Command, { stop, end }: Edge): void {
  program
    .command('preview <plan>')
    .description('a few documents before, after each step and as they come out, with what changes marked')
    .option('-n <n>', 'so many documents of each source (default: 3)', parseLimit)
    .option('--id <id>', 'the document whose id or _id this is; with -n, so many of them')
    .option('--json', 'print all of it as JSON')
    .addHelpText('after', noteAndExamplesOf('preview', PREVIEW_HELP))
    .action(async (plan: string, options: PreviewCommandOptions) => {
      const { preview } = await import('./preview.ts');
      stopWhenAsked(stop);
      end(await preview(plan, options));
    });

  program
    .command('test <plan>')
    .description("run the plan's own examples and show in what they differ from what they expect")
    .option('--update', 'let examples that fail expect what comes out: writes "expect" in the plan, and nothing else')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', noteAndExamplesOf('test', TEST_HELP))
    .action(async (plan: string, options: TestCommandOptions) => {
      const { test } = await import('./test.ts');
      stopWhenAsked(stop);
      end(await test(plan, options));
    });

  program
    .command('transform <plan>')
    .description('documents from standard input through the steps to standard output, a document a line')
    .option('--entity <name>', 'only documents of this entity')
    .option('--tagged', 'lines like {"entity":"post","doc":{…}}')
    .option('--source <name>', 'the entity of the source that the documents are of, where the plan has several')
    .option('--rejects <file>', 'write what is rejected into this file, not to standard error')
    .addHelpText('after', noteAndExamplesOf('transform', TRANSFORM_HELP))
    .action(async (plan: string, options: TransformCommandOptions) => {
      const { transform } = await import('./transform.ts');
      end(await transform(plan, options));
    });
}

/** Ctrl-C ends them at once, as there is nothing to be kept, but not without what they clear away at the end. */
function stopWhenAsked(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
}

const PREVIEW_HELP = `+ is new, - is gone, ~ is changed. What steps make of a document stands under it. The documents go into empty containers with the plan's policies, which are gone afterwards; no more of a source is read than needed, which is all of it where a step has to know all documents. What a step makes of several documents is made of those that are shown. The exit status is 9 when any of them would be rejected.`;

const TEST_HELP = `Each example of the plan (given, with expect, contains or rejected) goes through the steps and into empty containers with the plan's policies. The exit status is 6 when one does not come out as it says, 2 when there is none.`;

const TRANSFORM_HELP = `Standard input stands for the plan's source, in any format that a source has. Nothing is kept and no container checks anything. What is rejected is a line of JSON with its reason and its text, on standard error unless --rejects names a file; the exit status is 9 then. Without --entity or --tagged the plan has to end in one entity.`;
