// Does the README show what there is? Its plan is a sample's, its commands are run, its outputs are theirs.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT_SENTENCES, EXIT_STATUS, type ExitName } from '../../src/exit-status.ts';
import { AVAILABLE_COMMANDS } from '../../src/commands/program.ts';
import { UNAVAILABLE_COMMANDS } from '../../src/commands/unavailable.ts';
import { STEPS_TO_COME } from '../../src/plan/not-available.ts';
import { SOURCE_FORMATS } from '../../src/plan/plan.ts';
import { stepNames } from '../../src/transform/registry.ts';
import { withoutTime } from '../samples/without-time.ts';

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

it('shows the plan of the first sample, without its examples', () => {
  const [plan] = blocks('yaml');
  const sample = readFileSync(join(root, 'samples/unbounded-comments/plan.yaml'), 'utf8');
  const [steps] = sample.split('\nexamples:\n');
  expect(steps).toBe(`${sample.split('\n')[0]}\n${plan!}`);
});

describe.skipIf(process.platform === 'win32')('its commands', () => {
  const folder = placeToRunIn();

  it.each(blocks('console').flatMap(commandsOf))('$command', ({ command, shown }) => {
    const ended = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8', env: environmentIn(folder) });
    expect([EXIT_STATUS.done, EXIT_STATUS.rejects]).toContain(ended.status);
    expect(ended.stderr).toBe('');
    const printed = withoutTime(ended.stdout);
    // What is shown may end early, with … on a line of its own.
    const isCut = shown.endsWith('…\n');
    expect(isCut ? `${printed.slice(0, shown.length - 2)}…\n` : printed).toBe(shown);
  });

  it('npm start', () => {
    // In a copy, so that the state of the sample stays out of the project.
    for (const file of ['package.json', 'src', 'transforms', 'node_modules'])
      symlinkSync(join(root, file), join(folder, file));
    const { status, stdout } = spawnSync('npm', ['start'], { cwd: folder, encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toContain(commandsOf(blocks('console')[0]!)[0]!.shown.split('\n')[1]);
  });
});

it('tells to set up and test as the check of the whole project does', () => {
  expect(blocks('sh')).toEqual(['npm ci && npm start\nnpm ci && npm test\n']);
  const check = readFileSync(join(root, '.ci/run'), 'utf8');
  expect(check).toMatch(/^step npm ci$/m);
  expect(check).toMatch(/^npm test /m);
});

it('has the exit statuses as they are', () => {
  for (const [name, status] of Object.entries(EXIT_STATUS)) {
    expect(readme).toMatch(
      new RegExp(`^\\| ${status} +\\| ${EXIT_SENTENCES[name as ExitName].replaceAll('.', String.raw`\.`)} +\\|$`, 'm'),
    );
  }
});

it('names every step, command and format that there is, and as missing only what is missing', () => {
  const commands: readonly string[] = AVAILABLE_COMMANDS;
  const missing = wordsOf('Not yet');
  expect(wordsOf('Steps').filter((word) => word !== 'if')).toEqual([...stepNames].toSorted());
  expect(wordsOf('Commands')).toEqual(commands.toSorted());
  expect(wordsOf('Sources')).toEqual(expect.arrayContaining([...SOURCE_FORMATS]));
  expect(missing).toEqual([...STEPS_TO_COME, ...UNAVAILABLE_COMMANDS].toSorted());
});

it('links to every sample', () => {
  const linked = [...readme.matchAll(/\]\(samples\/([^)]+)\)/g)].map(([, name]) => name!);
  const entries = readdirSync(join(root, 'samples'), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(linked.toSorted()).toEqual(folders.toSorted());
});

it('links to files that are there', () => {
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(5);
  for (const link of links)
    expect(() => readFileSync(join(root, link, link.startsWith('samples/') ? 'README.md' : ''))).not.toThrow();
});

/** The words in backticks of an item of the list of what is here, without options and settings. */
function wordsOf(item: string): string[] {
  const line = readme.split('\n').find((one) => one.startsWith(`- **${item}**: `))!;
  return [...line.matchAll(/`(\w+):?`/g)].map(([, word]) => word!).toSorted();
}

function blocks(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))].map(([, text]) => text!);
}

interface Command {
  readonly command: string;
  readonly shown: string;
}

/** Each line after `$`, with what stands below it. */
function commandsOf(block: string): Command[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((text) => ({ command: text.slice(0, text.indexOf('\n')), shown: text.slice(text.indexOf('\n') + 1) }));
}

/** A folder with the samples and a command `remodel`. */
function placeToRunIn(): string {
  const folder = mkdtempSync(join(tmpdir(), 'readme-'));
  cpSync(join(root, 'samples'), join(folder, 'samples'), {
    recursive: true,
    filter: (path) => !path.endsWith('.remodel'),
  });
  writeFileSync(join(folder, 'remodel'), `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'src/cli.ts')}" "$@"\n`);
  chmodSync(join(folder, 'remodel'), 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function environmentIn(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, NO_COLOR: '1', PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
}
