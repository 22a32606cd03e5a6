// Does the last line of a stopped run go on where it stopped?
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { goOnCommand, withoutMaxErrors } from '../../src/commands/go-on.ts';
import { folderWith, remodel, startRemodel } from './remodel.ts';

const plan = `version: 1
name: posts
source: { file: "the posts.ndjson", entity: post }
transforms:
  - split: { path: /comments, into: comment, link: { postId: /id } }
containers:
  posts: { entities: [post], partitionKey: /id }
  comments: { entities: [comment], partitionKey: /postId }
`;

function posts(count: number): string {
  const one = (i: number): string =>
    i % 1000 === 999
      ? '{"broken'
      : `{"id":"${i}","comments":[{"text":"${'x'.repeat(200)}"},{"n":1.0}],"text":"${'y'.repeat(800)}"}`;
  return `${Array.from({ length: count }, (_, i) => one(i)).join('\n')}\n`;
}

describe.runIf(process.platform !== 'win32')('a run that was stopped', () => {
  it('names the command that goes on as its last line, and that one comes to the same end', async () => {
    const folder = folderWith({ 'a plan.yaml': plan, 'the posts.ndjson': posts(60_000) });
    const args = (to: string): string[] => [
      'run',
      join(folder, 'a plan.yaml'),
      '--to',
      join(folder, to),
      '--state',
      join(folder, `${to} state`),
    ];
    const child = startRemodel([...args('it stopped'), '--fresh']);
    const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
    const partial = join(folder, 'it stopped/posts.ndjson.partial');
    await vi.waitFor(() => expect(statSync(partial).size).toBeGreaterThan(0), { timeout: 30_000, interval: 5 });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([4, null]);
    const [stdout, stderr] = await outputs;
    expect(stdout).toContain('Not finished');
    const [before, command] = stderr.trimEnd().split('\n').slice(-2);
    expect(before).toBe('To go on from here:');
    expect(command).toMatch(/^remodel run '[^']+a plan\.yaml' --to '/);
    const cli = join(import.meta.dirname, '../../src/cli.ts');
    const goesOn = `remodel() { '${process.execPath}' '${cli}' "$@"; }\n${command}`;
    expect(spawnSync('bash', ['-c', goesOn], { encoding: 'utf8' }).status).toBe(9);
    expect(remodel(args('never stopped')).status).toBe(9);
    for (const name of ['posts.ndjson', 'comments.ndjson', '../$ state/rejects.ndjson']) {
      const of = (to: string): string => readFileSync(join(folder, to, name.replace('$', to)), 'utf8');
      expect(of('it stopped') === of('never stopped')).toBe(true);
    }
    const tallies = (to: string): unknown => {
      const report = JSON.parse(readFileSync(join(folder, `${to} state/report.json`), 'utf8')) as Record<
        string,
        unknown
      >;
      return [report['source'], report['entities'], report['containers'], report['findings'], report['balance']];
    };
    expect(tallies('it stopped')).toEqual(tallies('never stopped'));
  });
});

describe('the command that goes on', () => {
  it.each([
    ['linux', true, ['run', 'plan.yaml', '--fresh'], 'remodel run plan.yaml'],
    ['linux', true, ['run', "it's $HOME.yaml", '--to', 'out'], String.raw`remodel run 'it'\''s $HOME.yaml' --to out`],
    ['linux', false, ['run', 'plan.yaml'], 'remodel run plan.yaml --fresh'],
    ['darwin', true, ['rehearse', ''], "remodel rehearse ''"],
    [
      'win32',
      true,
      ['run', String.raw`C:\my plans\a.yaml`, '--to', String.raw`D:\out`],
      String.raw`remodel run "C:\my plans\a.yaml" --to D:\out`,
    ],
  ] as const)('is quoted for the shell on %s', (platform, canGoOn, args, command) => {
    expect(goOnCommand(args, canGoOn, platform)).toBe(command);
  });

  it.each([[['--max-errors', '5', '--to', 'out']], [['--to', 'out', '--max-errors=5%']]])(
    'does not stop at the same number of rejects (%s)',
    (options) => {
      expect(goOnCommand(withoutMaxErrors(['run', 'plan.yaml', ...options]), true)).toBe(
        'remodel run plan.yaml --to out',
      );
    },
  );
});
