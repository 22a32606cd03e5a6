// The command as a process of its own, from the sources.
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';

const cli = resolve(import.meta.dirname, '../../src/cli.ts');

/** Milliseconds that a command may take, on a busy machine. */
const LONGEST = 120_000;

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunAs {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

export function remodel(args: readonly string[], { cwd, env = {}, input = '' }: RunAs = {}): Ended {
  const options = {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  } as const;
  // One that does not end would hold up all tests: nobody has a turn while it is waited for.
  const bounded = { ...options, timeout: LONGEST, killSignal: 'SIGKILL' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], bounded);
  return { status, stdout, stderr };
}

export function startRemodel(args: readonly string[], env: RunAs['env'] = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [cli, ...args], { env: { ...process.env, NO_COLOR: '1', ...env } });
}

/** A new folder with these files, for the test that is running. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'remodel-e2e-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
