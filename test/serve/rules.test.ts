// The service's rules as a table, through the SDK: run by the program that lies beside the table, outside of the project.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_KEY } from '../../src/serve/server.ts';
import { sharedFolder } from '../shared-folder.ts';

const FOLDER = sharedFolder('cases/rules');

describe.skipIf(FOLDER === undefined)(
  'rules of the service, through the SDK, as the table beside the project has them (skipped when it is not there)',
  () => {
    let lines: readonly string[] = [];

    beforeAll(async () => {
      lines = await runRules(FOLDER!);
    });

    it('hold', () => {
      expect(failuresIn(lines)).toEqual([]);
      expect(idsOf(lines, 'skip')).toEqual([]);
    });

    it('are many', () => {
      expect(idsOf(lines, 'ok').length).toBeGreaterThanOrEqual(112);
    });
  },
);

async function runRules(folder: string): Promise<readonly string[]> {
  const port = await freePort();
  const root = join(import.meta.dirname, '../..');
  const options = ['--endpoint', `http://127.0.0.1:${port}`, '--key', LOCAL_KEY];
  const hooks = ['--jobs', '1', '--hooks', join(import.meta.dirname, 'rules-hooks.ts')];
  const program = [join(folder, 'run-rules.mjs'), ...options, ...hooks, join(folder, 'rules.json')];
  const env = { ...process.env, RULES_PORT: String(port) };
  // It ends with 1 where a rule does not hold, and says which.
  const run = promisify(execFile)(process.execPath, program, { cwd: root, env, maxBuffer: 1 << 24 });
  const { stdout } = await run.catch((error: unknown) => error as { readonly stdout: string });
  return stdout.split('\n');
}

/** Rules that do not hold, with why. */
function failuresIn(lines: readonly string[]): (readonly [id: string, why: string])[] {
  return lines.flatMap((line, at) => (line.startsWith('FAIL') ? [[idIn(line), lines[at + 1] ?? ''] as const] : []));
}

function idsOf(lines: readonly string[], outcome: string): string[] {
  return lines.filter((line) => line.startsWith(outcome)).map(idIn);
}

function idIn(line: string): string {
  return line.split(/\s+/)[1] ?? '';
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
