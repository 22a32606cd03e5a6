/** How is it told where a run stands? As text or JSON on standard output. */
import { relative, sep } from 'node:path';
import process from 'node:process';
import { EXIT_STATUS, type ExitStatus } from '../exit-status.ts';
import { statusText } from './status-text.ts';
import { status } from './status.ts';

export interface StatusOptions {
  readonly state?: string;
  readonly json?: boolean;
}

export async function printStatus(planFile: string, { json = false, ...options }: StatusOptions): Promise<ExitStatus> {
  // JSON is read by programs, which work wherever they do.
  const found = await status(planFile, { ...options, ...(json && { shown: (path: string) => path }) });
  process.stdout.write(json ? `${JSON.stringify(found, null, 2)}\n` : statusText(found, shownPath));
  return EXIT_STATUS.done;
}

function shownPath(path: string): string {
  const inside = relative(process.cwd(), path);
  return inside === '..' || inside.startsWith(`..${sep}`) ? path : inside;
}
