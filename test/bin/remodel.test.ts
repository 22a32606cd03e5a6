// Does the launcher turn an old Node away in one sentence, and start the built command on a new one?
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { parse } from 'acorn';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../..');
const launcher = join(root, manifest.bin.remodel);
const isBuilt = existsSync(join(root, 'dist/command/cli.js'));
const oldNode = findOldNode();

describe('the launcher', () => {
  it('can be read by a Node that knows ECMAScript 5 only', () => {
    expect(() => parse(readFileSync(launcher, 'utf8'), { ecmaVersion: 5, allowHashBang: true })).not.toThrow();
  });

  it.each(['0.12.18', '9.11.2', '20.20.2', '22.17.1'])(
    'turns Node %s away in one sentence with exit status 2',
    (old) => {
      const { status, stdout, stderr } = runAs(old);
      expect(stderr).toMatch(
        new RegExp(`^remodel needs Node\\.js 22\\.18 or newer and was started with ${old} \\(.+\\): .+\\.\n$`),
      );
      expect(stdout).toBe('');
      expect(status).toBe(2);
    },
  );

  it.each(['22.18.0', '22.20.0', '24.0.0', '100.1.0'])('lets Node %s pass', (recent) => {
    expect(runAs(recent).stderr).not.toContain('needs Node.js');
  });

  it('asks for what package.json asks for', () => {
    expect(manifest.engines.node).toBe('>=22.18');
  });

  it.skipIf(oldNode === undefined)(
    `turns the machine's own Node away${oldNode === undefined ? ': skipped, no Node older than 22.18 is on the PATH' : ''}`,
    () => {
      const { status, stderr } = spawnSync(oldNode!, [launcher, '--version'], { encoding: 'utf8' });
      expect(stderr).toMatch(/^remodel needs Node\.js 22\.18 or newer and was started with .+\.\n$/);
      expect(status).toBe(2);
    },
  );

  it.runIf(isBuilt)('starts the built command', () => {
    const { status, stdout } = spawnSync(process.execPath, [launcher, '--version'], { encoding: 'utf8' });
    expect(stdout.trim()).toBe(manifest.version);
    expect(status).toBe(0);
  });
});

/** The launcher under this Node, told that it is another. */
function runAs(version: string): { status: number | null; stdout: string; stderr: string } {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
  const program = `${pretend} process.argv[1] = ${JSON.stringify(launcher)}; require(process.argv[1]);`;
  return spawnSync(process.execPath, ['-e', program, '--', launcher, '--version'], { encoding: 'utf8' });
}

/** The machine's own Node, where that is too old; npm puts the dev dependency first on the PATH. */
function findOldNode(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const candidates = folders.map((folder) => join(folder, process.platform === 'win32' ? 'node.exe' : 'node'));
  return candidates.find((candidate) => {
    if (!existsSync(candidate) || realpathSync(candidate).includes('node_modules')) return false;
    const [major = 0, minor = 0] = spawnSync(candidate, ['-p', 'process.versions.node'], { encoding: 'utf8' })
      .stdout.split('.')
      .map(Number);
    return major < 22 || (major === 22 && minor < 18);
  });
}
