/** How is it told where a run stands? As text or JSON on standard output. */
import process from 'node:process';
import { EXIT_STATUS, type ExitStatus } from '../exit-status.ts';
import { shownFrom } from '../run/shown-path.ts';
import { statusText } from './status-text.ts';
import { status } from './status.ts';

export interface StatusOptions {
  readonly state?: string;
  readonly json?: boolean;
}

export async function printStatus(planFile: string, { json = false, ...options }: StatusOptions): Promise<ExitStatus> {
  // JSON is read by programs, which work wherever they do.
  const found = await status(planFile, { ...options, ...(json && { shown: (path: string) => path }) });
  process.stdout.write(
    json ? `${JSON.stringify(found, null, 2)}\n` : statusText(found, (path) => shownFrom(process.cwd(), path)),
  );
  return EXIT_STATUS.done;
}
