// Does a shell complete what can be typed? bash is asked; the scripts for others are read by them where they are at hand.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { completion } from '../../src/commands/completion.ts';
import { SHELLS } from '../../src/commands/completion/shells.ts';
import { AVAILABLE_COMMANDS, buildProgram } from '../../src/commands/program.ts';
import { UNAVAILABLE_COMMANDS } from '../../src/commands/unavailable.ts';

const program = buildProgram({ stop: () => {}, end: () => {} });
const folder = mkdtempSync(join(tmpdir(), 'remodel-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const name of ['plan.yaml', 'plan b.yml', 'old.json', 'posts.ndjson', 'status'])
  writeFileSync(join(folder, name), '');
for (const name of ['out', 'run']) mkdirSync(join(folder, name));
writeFileSync(join(folder, 'out/inner.yaml'), '');

const bash = spawnSync('bash', ['--version']).status === 0;

/** What bash would offer for the last of these words. */
function offered(...words: readonly string[]): string[] {
  const script = `${completion(program, 'bash')}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
_remodel 2>&1
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', 'remodel', ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe.skipIf(!bash)(`completion in bash${bash ? '' : ' (skipped: there is no bash)'}`, () => {
  it('offers the commands that there are', () => {
    expect(offered('').toSorted()).toEqual(
      expect.arrayContaining([...AVAILABLE_COMMANDS, 'help', '--help', '--version']) as string[],
    );
    for (const name of UNAVAILABLE_COMMANDS) expect(offered('')).not.toContain(name);
    expect(offered('re')).toEqual(['rehearse', 'replay']);
  });

  it('offers plans, and folders that may hold some, whatever is in their names', () => {
    expect(offered('check', '').toSorted()).toEqual(['old.json', 'out', 'plan b.yml', 'plan.yaml', 'run']);
    expect(offered('run', 'out/')).toEqual(['out/inner.yaml']);
    expect(offered('check', '--json', 'pl').toSorted()).toEqual(['plan b.yml', 'plan.yaml']);
  });

  it('offers the options of the command', () => {
    expect(offered('rehearse', 'plan.yaml', '--s')).toEqual(['--state']);
    expect(offered('run', 'plan.yaml', '--')).toEqual(
      expect.arrayContaining(['--to', '--state', '--fresh', '--dry-run', '--max-errors']) as string[],
    );
    expect(offered('run', 'plan.yaml', '--')).not.toContain('--out');
  });

  it('offers what an option takes', () => {
    expect(offered('rehearse', 'plan.yaml', '--out', '').toSorted()).toEqual(['out', 'run']);
    expect(offered('run', 'plan.yaml', '--to', '=', 'o')).toEqual(['out']);
    expect(offered('check', 'plan.yaml', '--sample', 'po')).toEqual(['posts.ndjson']);
    expect(offered('check', 'plan.yaml', '--limit', '')).toEqual([]);
    // Its value may be left out.
    expect(offered('check', '--sample', '--j')).toEqual(['--json']);
  });

  it('offers words where only some are possible', () => {
    expect(offered('completion', '')).toEqual([...SHELLS]);
    expect(offered('explain', 'UNIQUE_KEY_N')).toEqual([
      'UNIQUE_KEY_NULL',
      'UNIQUE_KEY_NEAR_DUPLICATE',
      'UNIQUE_KEY_NOT_SCALAR',
    ]);
    expect(offered('help', 'sta')).toEqual(['status']);
  });
});

describe.each(SHELLS)('the script for %s', (shell) => {
  const script = completion(program, shell);

  it('knows every command and every option', () => {
    for (const name of AVAILABLE_COMMANDS) expect(script).toContain(name);
    for (const { options } of program.commands)
      for (const { long, short } of options)
        expect(script).toContain(
          shell === 'fish' ? (long?.replace('--', '-l ') ?? short!.replace('-', '-s ')) : (long ?? short!),
        );
  });

  const isThere = spawnSync(shell, ['--version']).status === 0;
  it.skipIf(!isThere)(`can be read by it${isThere ? '' : `: skipped, there is no ${shell}`}`, () => {
    const file = join(folder, `script.${shell}`);
    writeFileSync(file, script);
    const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
