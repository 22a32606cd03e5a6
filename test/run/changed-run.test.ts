// Is a stopped run gone on with only where nothing has changed, and is it said what has, and what can be done?
import { existsSync, readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RunOptions } from '../../src/run.ts';
import { folderWith, planIn, type Ran, runIn } from './running.ts';

const PLAN = `version: 1
name: posts
source: { file: 'in*.ndjson', entity: post }
transforms:
  - remove: [/a]
  - remove: [/b]
containers:
  posts: { entities: [post], partitionKey: /id }
`;

/** More than a batch, and more than the ends that are looked at. */
const LINES = Array.from({ length: 8000 }, (_, i) => `{"id":"p${i}","a":1,"text":"${'x'.repeat(50)}"}\n`).join('');
const AT = new Date('2026-01-02T03:04:05.678Z');

describe('a stopped run', () => {
  it('goes on where nothing has changed, and says so', async () => {
    const folder = await stoppedRun();
    const notices: string[] = [];
    const { exitStatus, files } = await again(folder, PLAN, { onNotice: (notice) => notices.push(notice) });
    expect(exitStatus).toBe(0);
    expect(files['posts.ndjson']).toHaveLength(8000);
    expect(notices).toEqual([
      expect.stringMatching(
        /^Going on behind [\d,]+ documents \(committed 20\S+Z\) with the run that began 20\S+Z\.$/,
      ) as string,
    ]);
  });

  it.each<{ what: string; plan: string; says: readonly string[] }>([
    {
      what: 'a step that does something else',
      plan: PLAN.replace('/b', '/c'),
      says: ['transforms[1].remove.paths was: ["/b"]\n', '                            is: ["/c"]'],
    },
    {
      what: 'a step more',
      plan: PLAN.replace('  - remove: [/b]', '  - remove: [/c]\n  - remove: [/b]'),
      says: ['transforms[1] is new:  remove.paths: ["/c"], for: ["post"]'],
    },
    {
      what: 'a step less',
      plan: PLAN.replace('  - remove: [/a]\n', ''),
      says: ['transforms[0] is gone: remove.paths: ["/a"], for: ["post"]'],
    },
    {
      what: 'how a source is read',
      plan: PLAN.replace('entity: post', 'entity: { by: /kind, names: { p: post } }, extendedJson: true'),
      says: [
        'sources[0].entity was: "post"\n',
        'sources[0].extendedJson is new:',
        'sources[0].entity.by is new:',
        'sources[0].entity.names is new:  [["p","post"]]',
      ],
    },
    {
      what: 'a container',
      plan: PLAN.replace('partitionKey: /id', 'partitionKey: /a'),
      says: ['containers.posts.partitionKey was: ["/id"]\n', 'is: ["/a"]'],
    },
    {
      what: 'a constraint of a container',
      plan: PLAN.replace('partitionKey: /id', 'partitionKey: /id, uniqueKeys: [/a]'),
      says: ['containers.posts.uniqueKeys was: []\n', 'is: [["/a"]]'],
    },
    {
      what: 'a setting of the source',
      plan: PLAN.replace('entity: post', 'entity: post, maxDocument: 1mb'),
      says: ['sources[0].maxDocument was: 67108864\n', 'is: 1048576'],
    },
    {
      what: 'a step that is another one',
      plan: PLAN.replace('  - remove: [/b]', '  - flatten: { path: /b, depth: 2 }'),
      says: ['transforms[1].remove.paths is gone: ["/b"]', 'transforms[1].flatten.depth is new:  2'],
    },
    { what: 'the name', plan: PLAN.replace('name: posts', 'name: blog'), says: ['the plan is called blog, was posts'] },
  ])('is refused where the plan has changed: $what', async ({ plan, says }) => {
    const folder = await stoppedRun();
    const message = await refusalOf(folder, plan);
    for (const part of says) expect(message).toContain(part);
  });

  it.each<{ what: string; change: (folder: string) => void; says: readonly string[] }>([
    {
      what: 'longer',
      change: (folder) => write(folder, `${LINES}{"id":"more"}\n`),
      says: [`in1.ndjson had ${LINES.length.toLocaleString('en-US')} bytes, has `],
    },
    {
      what: 'of the same size, with another beginning',
      change: (folder) => write(folder, LINES.replace('p0', 'p9')),
      says: ['in1.ndjson has as many bytes as before (', 'another content: look at its beginning'],
    },
    {
      what: 'of the same size, with another end',
      change: (folder) => write(folder, `${LINES.slice(0, -4)}y"}\n`),
      says: ['another content: look at its end'],
    },
    {
      what: 'of the same size and with the same ends, but written again',
      change: (folder) => write(folder, `${LINES.slice(0, 300_000)}9${LINES.slice(300_001)}`, new Date()),
      says: [
        'in1.ndjson was written again: at 2026-01-02T03:04:05.678Z before, at ',
        'touch -d 2026-01-02T03:04:05.678Z in1.ndjson',
      ],
    },
    {
      what: 'called something else',
      change: (folder) => renameSync(join(folder, 'in1.ndjson'), join(folder, 'in2.ndjson')),
      says: ['in1.ndjson is called in2.ndjson now'],
    },
    {
      what: 'not alone any more',
      change: (folder) => writeFileSync(join(folder, 'in0.ndjson'), '{"id":"q"}\n'),
      says: ['in0.ndjson is new'],
    },
    {
      what: 'another file',
      change(folder) {
        renameSync(join(folder, 'in1.ndjson'), join(folder, 'other'));
        writeFileSync(join(folder, 'in7.ndjson'), '{"id":"q"}\n');
      },
      says: ['in1.ndjson is gone', 'in7.ndjson is new'],
    },
  ])('is refused where a source is $what', async ({ change, says }) => {
    const folder = await stoppedRun();
    change(folder);
    const message = await refusalOf(folder);
    for (const part of says) expect(message).toContain(part);
  });

  it('is refused where it would write to another place, or with another limit', async () => {
    const folder = await stoppedRun();
    const target = { kind: 'folder', folder: join(folder, 'elsewhere') } as const;
    const was = join(folder, 'out');
    expect(await refusalOf(folder, PLAN, { target })).toContain(`the target is ${target.folder}, was ${was}`);
    expect(await refusalOf(folder, PLAN, { limit: 5000 })).toContain('the limit is 5,000, was none');
  });

  it('goes on where the plan only looks different, or a copied source has its time back', async () => {
    const folder = await stoppedRun();
    write(folder, LINES);
    const { exitStatus, files } = await again(folder, `# the same\n${PLAN}description: New words.\n`);
    expect({ exitStatus, count: files['posts.ndjson']?.length }).toEqual({ exitStatus: 0, count: 8000 });
  });

  it('does not look at the time of a file whose ends are all of it', async () => {
    const short = gzipSync(LINES);
    const folder = await stoppedRun(short);
    utimesSync(join(folder, 'in1.ndjson'), new Date(), new Date());
    expect((await again(folder, PLAN)).exitStatus).toBe(0);
  });

  it('begins anew where it had done nothing yet, whatever has changed', async () => {
    const folder = folderWith({ 'in1.ndjson': gzipSync(LINES).subarray(0, 20) });
    expect((await again(folder, PLAN)).exitStatus).toBe(5);
    write(folder, '{"id":"only"}\n');
    expect((await again(folder, PLAN)).files['posts.ndjson']).toEqual(['{"id":"only"}']);
  });

  it('is discarded with fresh: what it was writing goes, what is finished or of somebody else stays', async () => {
    const folder = await stoppedRun();
    const target = { kind: 'folder', folder: join(folder, 'elsewhere') } as const;
    writeFileSync(join(folder, 'out/notes.txt.partial'), 'mine');
    expect((await again(folder, PLAN, { target, fresh: true })).exitStatus).toBe(0);
    expect(readdirSync(join(folder, 'out'))).toEqual(['notes.txt.partial']);
    expect(readFileSync(join(folder, 'elsewhere/posts.ndjson'), 'utf8').split('\n')).toHaveLength(8001);
  });

  it('keeps what it has written from a run with another state, unless that begins anew', async () => {
    const folder = await stoppedRun();
    const before = contentsOf(folder);
    const other = { stateFolder: join(folder, 'state of another') };
    await expect(again(folder, PLAN, other)).rejects.toMatchObject({
      exitStatus: 2,
      message: `${join(folder, 'out/posts.ndjson.partial')} exists already: another run is writing it, or was stopped there.`,
    });
    expect(contentsOf(folder)).toMatchObject(before);
    expect((await again(folder, PLAN, { ...other, fresh: true })).exitStatus).toBe(0);
  });

  it('leaves a file under its unfinished name that is not what it was writing', async () => {
    const folder = await stoppedRun();
    const file = join(folder, 'out/posts.ndjson.partial');
    writeFileSync(file, 'mine');
    const target = { kind: 'folder', folder: join(folder, 'elsewhere') } as const;
    expect((await again(folder, PLAN, { target, fresh: true })).exitStatus).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});

/** A folder with a run that was stopped behind its first batch. */
async function stoppedRun(content: string | Uint8Array = LINES): Promise<string> {
  const folder = folderWith({ 'in1.ndjson': content });
  utimesSync(join(folder, 'in1.ndjson'), AT, AT);
  const stop = new AbortController();
  const { exitStatus, report } = await again(folder, PLAN, { signal: stop.signal, onProgress: () => stop.abort() });
  expect(exitStatus).toBe(4);
  expect(report.source.documents).toBeLessThan(8000);
  return folder;
}

async function again(folder: string, plan: string, more: Partial<RunOptions> = {}): Promise<Ran> {
  return runIn(folder, await planIn(folder, plan), 'folder', more);
}

/** What is said; everything is left as it is, and both ways on are named. */
async function refusalOf(folder: string, plan: string = PLAN, more: Partial<RunOptions> = {}): Promise<string> {
  const before = contentsOf(folder);
  const running = again(folder, plan, { freshCommand: 'remodel run plan.yaml --fresh', ...more });
  await expect(running).rejects.toMatchObject({ exitStatus: 2 });
  const { message, advice } = (await running.catch((error: unknown) => error)) as { message: string; advice: string };
  expect(message).toMatch(/^The run in .+ that was stopped cannot go on, since this is not the same any more:\n {2}/);
  expect(advice.split('\n')).toEqual([
    'To begin anew and discard what it has done:',
    'remodel run plan.yaml --fresh',
    'To go on with it, put back what it began with, and then:',
    `remodel run ${join(folder, 'plan.yaml')} --to ${join(folder, 'out')} --state ${join(folder, 'state')}`,
    // Another target or limit is another thing to do, which may stand beside this one.
    ...('target' in more || 'limit' in more
      ? ['To leave it as it is and work beside it, name another folder for this one with --state.']
      : []),
  ]);
  expect(contentsOf(folder)).toEqual(before);
  return message;
}

function write(folder: string, text: string, at: Date = AT): void {
  writeFileSync(join(folder, 'in1.ndjson'), text);
  utimesSync(join(folder, 'in1.ndjson'), at, at);
}

/** The database apart, in which the lease is. */
function contentsOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !name.includes('state.db'));
  const files = names.filter((name) => existsSync(join(folder, name)) && statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
