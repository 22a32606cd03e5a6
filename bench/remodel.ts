/** How is the command run as its users run it, and did it do all of its work? */
import { join, resolve } from 'node:path';
import { EXIT_STATUS } from '../src/exit-status.ts';
import type { Report } from '../src/report/report.ts';
import type { Contestant } from './measure/contest.ts';
import { measureProcess } from './measure/process.ts';
import type { Settings } from './settings.ts';
import type { DataFolder, Workplace } from './workplace.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** `run` writes into the folder `out` beside the plan. */
export function remodel(
  command: 'run' | 'rehearse',
  { folder, plan, documents, broken = 0 }: DataFolder,
  { sources }: Settings,
  workplace: Workplace,
): Contestant {
  const out = join(folder, 'out');
  const program = join(ROOT, sources ? 'src/cli.ts' : 'bin/remodel.cjs');
  const usageModule = workplace.javaScriptOf('measure/usage.ts');
  return {
    name: `remodel ${command}`,
    prepare: () => {
      workplace.remove(out);
      workplace.remove(join(folder, '.remodel'));
    },
    run: async () => {
      const measured = await measureProcess({
        command: [program, command, plan, '--json', ...(command === 'run' ? ['--to', out] : [])],
        usageModule,
        usageFile: workplace.usageFile,
        ...(broken > 0 && { status: EXIT_STATUS.rejects }),
      });
      expectAll(JSON.parse(measured.output) as Report, documents, broken);
      return measured;
    },
  };
}

export interface Driven {
  readonly name: string;
  readonly threads: 1 | 2;
  readonly commits: 'kept' | 'none';
}

/** A run from the sources, with something changed that the command line does not change. */
export function driven({ name, threads, commits }: Driven, data: DataFolder, workplace: Workplace): Contestant {
  const out = join(data.folder, 'out');
  const usageModule = workplace.javaScriptOf('measure/usage.ts');
  return {
    name,
    prepare: () => {
      workplace.remove(out);
      workplace.remove(join(data.folder, '.remodel'));
    },
    run: async () => {
      const measured = await measureProcess({
        command: [join(ROOT, 'bench/driven.ts'), String(threads), commits, data.plan, out],
        usageModule,
        usageFile: workplace.usageFile,
      });
      expectAll(JSON.parse(measured.output) as Report, data.documents);
      return measured;
    },
  };
}

/** A run that left documents out would look fast. */
function expectAll({ source, rejected, balance }: Report, documents: number, broken: number = 0): void {
  if (source.documents === documents && rejected === broken && balance.ok) return;
  throw new Error(
    `Of ${documents} documents ${source.documents} were read and ${rejected} rejected; ` +
      `the books ${balance.ok ? 'balance' : 'do not balance'}.`,
  );
}
