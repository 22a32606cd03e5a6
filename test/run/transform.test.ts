// Is `transform` a filter: what goes in comes out in order, changed, and nothing is lost or kept?
import { Readable, Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import { readPlanText } from '../../src/plan/read.ts';
import { transform, type TransformOptions } from '../../src/run/transform.ts';
import { findStep, stepNames } from '../../src/transform/registry.ts';
import { inOrder } from './in-order.ts';
import { planIn, type RejectLine } from './running.ts';
import { transformed } from './transforming.ts';

const BLOG = `version: 1
name: blog
source: { file: "no-such-file-*.ndjson", entity: post }
transforms:
  - split: { path: /comments, into: comment, link: { postId: /id } }
  - type: type
containers:
  posts: { entities: [post], partitionKey: /id }
  comments: { entities: [comment], partitionKey: /postId }
`;
const POSTS = '{"id":"p1","comments":[{"id":"c1"},{"id":"c2"}]}\n{"id":"p2"}\n';

describe('transform', () => {
  it('gives the documents of one entity, in the order of the input', async () => {
    const plan = await planIn('/nowhere', BLOG);
    const posts = await transformed(plan, [POSTS], { entity: 'post' });
    expect(posts).toMatchObject({ exitStatus: EXIT_STATUS.done, documents: 2, rejected: 0, rejects: '' });
    expect(posts.output).toBe('{"id":"p1","type":"post"}\n{"id":"p2","type":"post"}\n');
    const comments = await transformed(plan, [POSTS], { entity: 'comment' });
    expect(comments.output).toBe(
      '{"id":"p1:c1","postId":"p1","type":"comment"}\n{"id":"p1:c2","postId":"p1","type":"comment"}\n',
    );
  });

  it('tags each document with its entity, a document before what was made of it', async () => {
    const { output } = await transformed(await planIn('/nowhere', BLOG), [POSTS], { tagged: true });
    expect(output.split('\n')).toEqual([
      '{"entity":"post","doc":{"id":"p1","type":"post"}}',
      '{"entity":"comment","doc":{"id":"p1:c1","postId":"p1","type":"comment"}}',
      '{"entity":"comment","doc":{"id":"p1:c2","postId":"p1","type":"comment"}}',
      '{"entity":"post","doc":{"id":"p2","type":"post"}}',
      '',
    ]);
  });

  it('needs no option where the plan ends in one entity, which may go to two containers', async () => {
    const plan = await planIn(
      '/nowhere',
      `version: 1
name: one
source: { file: x.ndjson, entity: post }
transforms: [split: { path: /comments, into: comment }]
containers:
  a: { entities: [post], partitionKey: /id }
  b: { entities: [post], partitionKey: /slug }
discard: [comment]
`,
    );
    const { output, exitStatus } = await transformed(plan, [POSTS]);
    expect({ output, exitStatus }).toEqual({ output: '{"id":"p1"}\n{"id":"p2"}\n', exitStatus: EXIT_STATUS.done });
    await expect(transformed(plan, [POSTS], { entity: 'comment' })).rejects.toThrow(
      'No container takes documents of an entity "comment".',
    );
  });

  it('keeps digits and bytes, and drops system properties on the top level', async () => {
    const plan = await planIn('/nowhere', IDENTITY);
    const line = String.raw`{"n":12345678901234567890,"m":10.50,"u":"\u00e9\ud800","__proto__":{"_ts":1},"a":1,"a":2}`;
    const { output } = await transformed(plan, [`${line.replace('{', '{"_ts":5,"_rid":"x",')}\n`]);
    expect(output).toBe(`${line}\n`);
  });

  it.each<{ what: string; pieces: readonly (string | Uint8Array)[] }>([
    { what: 'an array over many lines', pieces: ['[\n{"id":', '"1"},\n  {"id":"2"}\n]\n'] },
    { what: 'lines cut anywhere, the last one without its end', pieces: ['{"id"', ':"1"}\r\n\n{"id":"2', '"}'] },
    { what: 'gzip', pieces: [gzipSync('{"id":"1"}\n{"id":"2"}\n')] },
    { what: 'a byte order mark', pieces: ['\uFEFF{"id":"1"}\n{"id":"2"}\n'] },
  ])('reads $what as a source does', async ({ pieces }) => {
    const { output, exitStatus } = await transformed(await planIn('/nowhere', IDENTITY), pieces);
    expect({ output, exitStatus }).toEqual({ output: '{"id":"1"}\n{"id":"2"}\n', exitStatus: EXIT_STATUS.done });
  });

  it.each(['', '\n\n', '[]'])('makes nothing of an empty input: %j', async (text) => {
    const { output, rejects, exitStatus } = await transformed(await planIn('/nowhere', IDENTITY), [text]);
    expect({ output, rejects, exitStatus }).toEqual({ output: '', rejects: '', exitStatus: EXIT_STATUS.done });
  });

  it('gives what is rejected with its reason and its text, and goes on', async () => {
    const plan = await planIn('/nowhere', BLOG);
    const input = '{"id":"p1","comments":"none"}\nbroken\n{"id":"p2"}\n';
    const { output, rejects, exitStatus, rejected } = await transformed(plan, [input], { entity: 'post' });
    expect({ output, exitStatus, rejected }).toEqual({
      output: '{"id":"p2","type":"post"}\n',
      exitStatus: EXIT_STATUS.rejects,
      rejected: 2,
    });
    const lines = rejects
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as RejectLine);
    expect(lines).toMatchObject([
      { at: { source: '-', line: 1 }, step: 'split', code: 'NOT_AN_ARRAY', original: '{"id":"p1","comments":"none"}' },
      { at: { line: 2 }, stage: 'parse', code: 'LINE_INVALID', original: 'broken' },
    ]);
  });

  it('reads no further once nobody reads its output, and fails with nothing', async () => {
    const plan = await planIn('/nowhere', IDENTITY);
    let given = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.from(`{"id":"${given++}","text":"${'x'.repeat(1000)}"}\n`);
      })(),
    );
    const closed = new Writable({ write: (_chunk, _encoding, done) => done(brokenPipe()) });
    const { exitStatus } = await transform(plan, { input: endless, output: closed, rejects: closed });
    expect(exitStatus).toBe(EXIT_STATUS.done);
    expect(given).toBeLessThan(2_000);
    expect(endless.destroyed).toBe(true);
  });

  it('answers to what has come before more comes', async () => {
    const plan = await planIn('/nowhere', IDENTITY);
    const answers: string[] = [];
    let answered = (): void => {};
    const output = new Writable({
      write(chunk: Buffer, _encoding, done) {
        answers.push(chunk.toString());
        answered();
        done();
      },
    });
    async function* asking(): AsyncGenerator<Buffer> {
      for (const piece of ['{"id":', '"1"}\n', '{"id":"2"}\n{"id":', '"3"}\n']) {
        const answer = new Promise<void>((resolve) => (answered = resolve));
        yield Buffer.from(piece);
        if (piece.includes('\n')) await answer;
      }
    }
    await transform(plan, { input: Readable.from(asking()), output, rejects: output });
    expect(answers).toEqual(['{"id":"1"}\n', '{"id":"2"}\n', '{"id":"3"}\n']);
  });

  it('reads no faster than its output is taken', async () => {
    const plan = await planIn('/nowhere', IDENTITY);
    const LINE = `{"id":"1","text":"${'x'.repeat(1000)}"}\n`;
    let [given, taken, farthest] = [0, 0, 0];
    const input = Readable.from(
      (function* () {
        for (; given < 5_000 * LINE.length; given += LINE.length) yield Buffer.from(LINE);
      })(),
    );
    const slow = new Writable({
      write(chunk: Buffer, _encoding, done) {
        farthest = Math.max(farthest, given - taken);
        taken += chunk.length;
        setImmediate(done);
      },
    });
    await transform(plan, { input, output: slow, rejects: slow });
    expect(taken).toBe(5_000 * LINE.length);
    expect(farthest).toBeLessThan(2 ** 20);
  });

  it('stops when rejects would be lost, or its output does not fit on the disk', async () => {
    const plan = await planIn('/nowhere', IDENTITY);
    const closed = new Writable({ write: (_chunk, _encoding, done) => done(brokenPipe()) });
    const full = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('no'), { code: 'ENOSPC' })),
    });
    await expect(transformed(plan, ['broken\n'], { rejects: closed })).rejects.toThrow('Nobody takes the rejects');
    await expect(transformed(plan, ['{}\n'], { output: full })).rejects.toMatchObject({ code: 'ENOSPC' });
  });

  it.each<{ options: Partial<TransformOptions>; says: RegExp; advice: RegExp }>([
    {
      options: { source: 'book' },
      says: /several entities \(book, review\)/,
      advice: /--entity <name>, or add --tagged/,
    },
    {
      options: { entity: 'boook', source: 'book' },
      says: /No container takes .+"boook"/,
      advice: /gives book, review/,
    },
    { options: { tagged: true }, says: /several sources \(book, review\)/, advice: /--source book/ },
    { options: { tagged: true, source: 'x' }, says: /no source "x"/, advice: /are book, review/ },
  ])('asks for what it has to know: $options', async ({ options, says, advice }) => {
    const plan = await planIn(
      '/nowhere',
      `version: 1
name: two
sources: { book: { file: a.ndjson }, review: { file: b.ndjson } }
containers: { all: { entities: [book, review], partitionKey: /id } }
`,
    );
    await expect(transformed(plan, [], options)).rejects.toMatchObject({
      message: expect.stringMatching(says) as string,
      advice: expect.stringMatching(advice) as string,
      exit: 'usage',
    });
  });

  it('refuses a step that remembers what came before', async () => {
    const text = BLOG.replace('- type: type', '- extract: { path: /author, into: author, key: /id }').replace(
      '[comment]',
      '[comment, author]',
    );
    const failure = transformed(await planIn('/nowhere', text), ['{"id":"1"}\n'], { tagged: true });
    await expect(failure).rejects.toThrow('The step extract works across documents');
  });

  it('refuses a step that needs to see all documents', async () => {
    const text = `version: 1
name: sorted
source: { file: x.ndjson, entity: post }
transforms: [inOrder: { by: id, into: sorted }]
containers: { all: { entities: [sorted], partitionKey: /id } }
discard: [post]
`;
    const vocabulary = {
      findStep: (name: string) => (name === 'inOrder' ? inOrder : findStep(name)),
      stepNames: [...stepNames, 'inOrder'],
    };
    const { plan } = await readPlanText('/nowhere/plan.yaml', text, { env: {}, lenientTarget: true, vocabulary });
    await expect(transformed(plan!, ['{"id":"1"}\n'])).rejects.toThrow('The step inOrder works across documents');
  });
});

const IDENTITY = `version: 1
name: identity
source: { file: x.ndjson, entity: post }
containers: { posts: { entities: [post], partitionKey: /id } }
`;

function brokenPipe(): Error {
  return Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
}
