/** What do the documents on standard input become? They leave by standard output, line by line; rejects by standard error or into a file. */
import { createWriteStream, statSync } from 'node:fs';
import { once } from 'node:events';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { Fatal } from '../errors.ts';
import { EXIT_STATUS, type ExitStatus } from '../exit-status.ts';
import { amountText } from '../report/text/quantities.ts';
import { transform as transformDocuments } from '../run/transform.ts';
import { usablePlan } from './usable-plan.ts';

export interface TransformCommandOptions {
  readonly source?: string;
  readonly entity?: string;
  readonly tagged?: boolean;
  readonly rejects?: string;
}

export async function transform(planFile: string, options: TransformCommandOptions): Promise<ExitStatus> {
  const plan = await usablePlan(planFile);
  if (plan === undefined) return EXIT_STATUS.usage;
  const { rejects: file, ...wanted } = options;
  const rejects = file === undefined ? process.stderr : await openRejects(file);
  if (process.stdin.isTTY) process.stderr.write(TERMINAL_HINT);
  const { exitStatus, documents, rejected } = await transformDocuments(plan, {
    ...wanted,
    input: process.stdin,
    output: process.stdout,
    rejects,
  });
  if (file !== undefined) {
    rejects.end();
    if (rejected > 0)
      process.stderr.write(`${amountText(rejected, 'reject')} of ${amountText(documents, 'document')}: ${file}\n`);
  }
  return exitStatus;
}

const TERMINAL_HINT =
  'Reading documents from the terminal, one a line; end with Ctrl-D (Windows: Ctrl-Z and Enter). From a file: remodel transform <plan> < data.ndjson\n';

/** @throws Fatal rather than overwriting what may be somebody's data; pipes and devices hold none */
async function openRejects(file: string): Promise<Writable> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() === true && found.size > 0) {
    throw new Fatal('usage', `${file} exists already.`, {
      advice: 'Move it away, or name another file with --rejects.',
    });
  }
  const stream = createWriteStream(file, { mode: 0o600 });
  await once(stream, 'open');
  return stream;
}
