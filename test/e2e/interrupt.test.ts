// Does the first Ctrl-C keep what was done, and the second end at once?
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { folderWith, remodel, startRemodel } from './remodel.ts';

const plan = `version: 1
name: endless
source: { file: '-', entity: post }
transforms: []
containers:
  posts: { entities: [post], partitionKey: /id }
`;

/** A file has its own name once all of it is there. */
const UNFINISHED = 'posts.ndjson.partial';

it.each(['SIGINT', 'SIGTERM'] as const)(
  'finishes what is under way on %s, reports, and ends with 4',
  async (signal) => {
    const { folder, child } = start();
    const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
    feedForEver(child.stdin);
    await vi.waitFor(() => expect(statSync(join(folder, 'out', UNFINISHED)).size).toBeGreaterThan(0), 30_000);
    child.kill(signal);
    const [status] = (await once(child, 'exit')) as [number | null];
    const [stdout, stderr] = await outputs;
    expect(stderr).toContain('press Ctrl-C again to stop at once');
    // What has been read from standard input is gone.
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^remodel run .* --json --fresh$/);
    const report = JSON.parse(stdout) as Report;
    expect(report.incomplete).toBeDefined();
    expect(report.balance.ok).toBe(true);
    const lines = readFileSync(join(folder, 'out', UNFINISHED), 'utf8').split('\n').length - 1;
    expect(report.entities['post']!.written).toBe(lines);
    const checkpoint: unknown = JSON.parse(readFileSync(join(folder, 'state/checkpoint.json'), 'utf8'));
    expect(checkpoint).toMatchObject({ ended: report.incomplete });
    expect(status).toBe(4);
  },
);

it('ends at once on the second', async () => {
  // Nothing is fed, so nothing ends the wait for the source.
  const { folder, child } = start();
  child.stdin.on('error', () => {});
  child.stderr.setEncoding('utf8');
  await vi.waitFor(() => statSync(join(folder, 'state/checkpoint.json')), 30_000);
  child.kill('SIGINT');
  const [said] = (await once(child.stderr, 'data')) as [string];
  expect(said).toContain('Finishing what is under way');
  child.kill('SIGINT');
  const [status] = (await once(child, 'exit')) as [number | null];
  expect(status).toBe(4);
});

function start(): { readonly folder: string; readonly child: ReturnType<typeof startRemodel> } {
  const folder = folderWith({ 'plan.yaml': plan });
  const folders = ['--to', join(folder, 'out'), '--state', join(folder, 'state')];
  return { folder, child: startRemodel(['run', join(folder, 'plan.yaml'), ...folders, '--json']) };
}

function feedForEver(stdin: NodeJS.WritableStream): void {
  let id = 0;
  let isOpen = true;
  stdin.on('error', () => (isOpen = false));
  const feed = (): void => {
    const block = Array.from({ length: 1000 }, () => `{"id":"${id++}","text":"${'x'.repeat(500)}"}\n`).join('');
    if (isOpen) stdin.write(block, () => setImmediate(feed));
  };
  feed();
}

it.runIf(process.platform !== 'win32')(
  'waits for no one who may still write into a named pipe, or nowhere, once it is interrupted',
  async () => {
    const folder = folderWith({ 'plan.yaml': plan.replace("'-'", 'pipe') });
    spawnSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'pipe')]);
    const child = startRemodel([
      'run',
      join(folder, 'plan.yaml'),
      '--to',
      join(folder, 'out'),
      '--state',
      join(folder, 'state'),
    ]);
    await vi.waitFor(() => expect(statSync(join(folder, 'out', UNFINISHED)).size).toBe(0), 30_000);
    const said = text(child.stderr);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([4, null]);
    expect((await said).split('\n').at(-2)).toMatch(/^remodel run .+ --fresh$/);
  },
);

it('ends with 4 where standard input is open and nothing comes', async () => {
  const { folder, child } = start();
  child.stdin.write('{"id":"1"}\n');
  await vi.waitFor(() => expect(statSync(join(folder, 'out', UNFINISHED)).size).toBe(0), 30_000);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([4, null]);
});

it('says how to go on also where it was still reading what is there already', async () => {
  const people = plan.replace("'-'", 'in.ndjson').replace('/id }', '/shop, onConflict: abort }');
  const lines = Array.from(
    { length: 60_000 },
    (_, i) => `{"id":"${i % 59_999}","shop":1,"n":${i},"t":"${'x'.repeat(600)}"}\n`,
  );
  const folder = folderWith({ 'plan.yaml': people, 'in.ndjson': lines.join('') });
  const args = ['rehearse', join(folder, 'plan.yaml'), '--state', join(folder, 'state')];
  expect(remodel(args).status).toBe(3);
  const child = startRemodel(args);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (some: string) => {
    if (!stderr.includes('Going on behind') && (stderr + some).includes('Going on behind')) child.kill('SIGINT');
    stderr += some;
  });
  expect(await once(child, 'close')).toEqual([4, null]);
  expect(stderr).toContain('Stopped before the run could go on');
  expect(stderr.trimEnd().split('\n').at(-1)).toBe(`remodel ${args.join(' ')}`);
  expect(remodel(args).status).toBe(3);
});
