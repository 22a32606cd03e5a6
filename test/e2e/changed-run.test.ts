// Does the command refuse to go on with another run, and are the commands right that it names as ways on?
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { STATE_VERSION } from '../../src/state/schema.ts';
import { folderWith, remodel } from './remodel.ts';

const plan = `version: 1
name: blog
source: { file: posts.ndjson, entity: post }
transforms:
  - remove: [/a]
containers:
  posts: { entities: [post], partitionKey: /id }
`;
const changed = plan.replace('/a]', '/b]');
/** Enough for rejects in the second batch, at which the run stops. */
const posts = Array.from({ length: 6000 }, (_, i) => `{"id":"${i}","a":1,"text":"${'x'.repeat(80)}"}\n`).join('');
const broken = '{"id":\n{"id":\n';

describe.skipIf(process.platform === 'win32')('a run that was stopped', () => {
  it('is refused with another plan, and goes on with its own again', () => {
    const folder = stopped();
    writeFileSync(join(folder, 'plan.yaml'), changed);
    const { status, stdout, stderr } = remodel(RUN, { cwd: folder });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    const lines = stderr.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^The run in .+ that was stopped cannot go on, since this is not the same any more:$/);
    expect(lines.slice(1, 3)).toEqual([
      '  transforms[0].remove.paths was: ["/a"]',
      '                              is: ["/b"]',
    ]);
    const [anew, back] = [lines[4]!, lines[6]!];
    expect([anew, back]).toEqual(['remodel run plan.yaml --to out --fresh', 'remodel run plan.yaml --to out']);
    writeFileSync(join(folder, 'plan.yaml'), plan);
    const goesOn = shell(back, folder);
    expect(goesOn.status).toBe(9);
    expect(goesOn.stderr).toMatch(/^Going on behind [\d,]+ documents /);
    expect(readFileSync(join(folder, 'out/posts.ndjson'), 'utf8')).toBe(posts.replaceAll('"a":1,', ''));
  });

  it('is left as it is beside another command, if that has a state of its own', () => {
    const folder = stopped();
    const { status, stderr } = remodel(['rehearse', 'plan.yaml'], { cwd: folder });
    expect(status).toBe(2);
    expect(stderr).toContain('\n  the command is rehearse, was run\n');
    expect(stderr).toContain(
      '\nTo leave it as it is and work beside it, name another folder for this one with --state.\n',
    );
    expect(remodel(['rehearse', 'plan.yaml', '--state', 'beside'], { cwd: folder }).status).toBe(9);
    expect(shell(RUN.join(' ').replace('run', 'remodel run'), folder).stderr).toMatch(/^Going on behind /);
  });

  it('is discarded by the command that begins anew', () => {
    const folder = stopped();
    writeFileSync(join(folder, 'plan.yaml'), changed);
    const { status, stderr } = shell(remodel(RUN, { cwd: folder }).stderr.split('\n')[4]!, folder);
    expect({ status, stderr }).toEqual({ status: 9, stderr: '' });
    expect(readFileSync(join(folder, 'out/posts.ndjson'), 'utf8')).toBe(posts);
  });

  it('is not gone on with where it read standard input', () => {
    const folder = folderWith({ 'plan.yaml': plan.replace('posts.ndjson', "'-'") });
    expect(remodel([...RUN, '--max-errors', '1'], { cwd: folder, input: posts + broken }).status).toBe(3);
    const { status, stderr } = remodel(RUN, { cwd: folder, input: posts });
    expect(status).toBe(2);
    expect(stderr).toContain('  - is a stream, which cannot be read again\n');
    expect(stderr).toContain('\nremodel run plan.yaml --to out --fresh\n');
  });

  it('is left to the version of remodel that began it', () => {
    const folder = stopped();
    const database = new DatabaseSync(join(folder, '.remodel/blog/state.db'));
    database.exec(`PRAGMA user_version = ${STATE_VERSION + 1}`);
    database.close();
    const { status, stderr } = remodel(RUN, { cwd: folder });
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /state\.db has format 3, .+ reads format 2\.\nGo on with the version .+, or begin anew with --fresh/,
    );
    expect(remodel([...RUN, '--fresh'], { cwd: folder }).status).toBe(9);
  });
});

const RUN = ['run', 'plan.yaml', '--to', 'out'];

/** A folder with a run that has stopped at too many rejects. */
function stopped(): string {
  const folder = folderWith({ 'plan.yaml': plan, 'posts.ndjson': posts + broken });
  expect(remodel([...RUN, '--max-errors', '1'], { cwd: folder }).status).toBe(3);
  return folder;
}

function shell(command: string, cwd: string): { readonly status: number | null; readonly stderr: string } {
  const cli = join(import.meta.dirname, '../../src/cli.ts');
  const definition = `remodel() { '${process.execPath}' '${cli}' "$@"; }`;
  return spawnSync('bash', ['-c', `${definition}\n${command}`], { cwd, encoding: 'utf8' });
}
