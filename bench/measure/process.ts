/** What does a whole process take, from its start to its end? */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { Usage } from './usage.ts';

export interface Measured extends Usage {
  readonly seconds: number;
  readonly output: string;
}

export interface Measuring {
  /** The program and its arguments, for Node. */
  readonly command: readonly string[];
  /** The module `usage.ts` as JavaScript, so that no process is measured compiling it. */
  readonly usageModule: string;
  /** A file to write, for the usage. */
  readonly usageFile: string;
  /** With which it ends when all is well. @default 0 */
  readonly status?: number;
}

/** @throws when the process fails: what it took then says nothing */
export async function measureProcess({
  command,
  usageModule,
  usageFile,
  status: expected = 0,
}: Measuring): Promise<Measured> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', pathToFileURL(usageModule).href, ...command], {
    env: { ...process.env, REMODEL_BENCH_USAGE: usageFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  let seconds = 0;
  child.once('exit', () => (seconds = (performance.now() - started) / 1000));
  const status = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? `status ${code}`));
  });
  if (status !== `status ${expected}`) {
    throw new Error(`node ${command.join(' ')} ended with ${status}:\n${complaint.slice(-2000)}`);
  }
  return { seconds, output, ...(JSON.parse(readFileSync(usageFile, 'utf8')) as Usage) };
}
