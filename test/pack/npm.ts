// The npm that is at hand, under the Node that runs the tests.
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
export const IS_BUILT = existsSync(join(ROOT, 'dist/command/cli.js'));
const cli = npmCli();
export const IS_READY = IS_BUILT && cli !== undefined;
/** For the names of tests that cannot run without them. */
export const UNREADY = IS_READY ? '' : ` (skipped: ${IS_BUILT ? 'no npm' : 'not built, see npm run build'})`;

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function npm(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Ran {
  return node([cli!, ...args], cwd, env);
}

/** What `npx` starts is found in the folder; nothing is fetched. */
export function npx(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Ran {
  return node([join(dirname(cli!), 'npx-cli.js'), '--no-install', ...args], cwd, env);
}

function node(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Ran {
  // Of a test run under npm, nothing is handed on that says where that npm works; where it may fetch from is.
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|command)/.test(name));
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: {
      ...Object.fromEntries(inherited),
      NO_COLOR: '1',
      npm_config_update_notifier: 'false',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      // The command is started by the first Node of the PATH.
      PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
      ...env,
    },
  });
  return { status, stdout, stderr };
}

function npmCli(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = [
    process.env['npm_execpath'] ?? '',
    ...folders.map((folder) => join(folder, 'npm')),
    ...folders.map((folder) => join(folder, 'node_modules/npm/bin/npm-cli.js')),
  ];
  const found = candidates.find((path) => path !== '' && existsSync(path) && isCli(path));
  return found === undefined ? undefined : realpathSync(found);
}

function isCli(path: string): boolean {
  return realpathSync(path).endsWith('npm-cli.js');
}
