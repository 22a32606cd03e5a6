// What steps have to know of all documents is known before the first, and the documents keep their places.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import { preview } from '../../src/run/preview.ts';
import type { RunOptions } from '../../src/run.ts';
import { folderWith, planIn, type Ran, runIn } from './running.ts';

const PLAN = `version: 1
name: library
sources:
  author: { file: "authors.*" }
  book: { file: books.ndjson }
transforms:
  - set: { /kind: writer }
    for: author
  - lookup: { in: book, local: /id, foreign: /authorIds/*, as: /books, pick: /id, aggregate: { n: count } }
    for: author
  - lookup: { in: author, local: /authorIds/*, foreign: /id, as: /authors, pick: [/id, /kind, /n] }
    for: book
containers:
  library: { entities: [author, book], partitionKey: /id, uniqueKeys: [/isbn] }
`;

interface Author {
  readonly id: string;
}

interface Book {
  readonly id: string;
  readonly authorIds: readonly string[];
}

const AUTHORS: readonly Author[] = Array.from({ length: 400 }, (_, i) => ({ id: `a${i}` }));
const BOOKS: readonly Book[] = Array.from({ length: 900 }, (_, i) => {
  const authorIds = Array.from({ length: i % 3 }, (_author, k) => `a${(i * 13 + k * 7) % 410}`);
  return { id: `b${i}`, authorIds };
});

const lines = (documents: readonly unknown[]): string =>
  documents.map((document) => `${JSON.stringify(document)}\n`).join('');
const INPUTS = {
  'authors.a.ndjson': lines(AUTHORS.slice(0, 150)),
  'authors.b.ndjson': `{"id":\n${lines(AUTHORS.slice(150))}`,
  'books.ndjson': lines(BOOKS),
};

/** What it comes to, by hand. */
function expected(): unknown[] {
  const booksOf = (id: string): readonly string[] =>
    BOOKS.filter(({ authorIds }) => authorIds.includes(id)).map((book) => book.id);
  const known = new Map(AUTHORS.map(({ id }) => [id, { id, kind: 'writer', n: booksOf(id).length }]));
  return [
    ...AUTHORS.map(({ id }) => ({ id, kind: 'writer', books: booksOf(id), n: booksOf(id).length })),
    ...BOOKS.map((book) => ({ ...book, authors: book.authorIds.flatMap((id) => known.get(id) ?? []) })),
  ];
}

function kept({ files, rejects, report: { entities, findings, containers, balance, lost } }: Ran): unknown {
  return { files, rejects, entities, findings, containers, balance, lost };
}

describe('lookups of documents of the plan', () => {
  it('find them as they come to the step, and leave all documents at their places', async () => {
    const folder = folderWith(INPUTS);
    const { files, report, rejects } = await runIn(folder, await planIn(folder, PLAN));
    expect(files['library.ndjson']!.map((line) => JSON.parse(line) as unknown)).toEqual(expected());
    // What is wrong with a document is told once, although it was read twice.
    expect(rejects.map(({ code }) => code)).toEqual(['LINE_INVALID']);
    expect(report.source.documents).toBe(AUTHORS.length + BOOKS.length + 1);
    const missing = BOOKS.flatMap(({ authorIds }) => authorIds).filter((id) => Number(id.slice(1)) >= 400).length;
    expect(report.findings.find(({ code }) => code === 'REFERENCE_MISSING')?.count).toBe(missing);
    expect(report.balance.ok).toBe(true);
    expect(existsSync(join(folder, 'state/knowledge'))).toBe(false);
  });

  it('give the same with workers, and in a run that is stopped and goes on', async () => {
    const one = folderWith(INPUTS);
    const whole = kept(await runIn(one, await planIn(one, PLAN)));
    const shared = folderWith(INPUTS);
    expect(kept(await runIn(shared, await planIn(shared, PLAN), 'folder', { workers: 2, workersFrom: 0 }))).toEqual(
      whole,
    );
    const folder = folderWith(INPUTS);
    const plan = await planIn(folder, PLAN);
    const controller = new AbortController();
    const stopping: Partial<RunOptions> = { signal: controller.signal, onProgress: () => controller.abort() };
    expect((await runIn(folder, plan, 'folder', stopping)).exitStatus).toBe(EXIT_STATUS.interrupted);
    expect(kept(await runIn(folder, plan))).toEqual(whole);
  });

  it('are not read again by a run that goes on, unless that is not certain to give the same', async () => {
    const phasesOf = async (folder: string, spoil: (own: string) => void): Promise<string[]> => {
      const plan = await planIn(folder, PLAN);
      const controller = new AbortController();
      await runIn(folder, plan, 'folder', { signal: controller.signal, onProgress: () => controller.abort() });
      for (const name of readdirSync(join(folder, 'state/knowledge'))) spoil(join(folder, 'state/knowledge', name));
      const phases = new Set<string>();
      const { exitStatus } = await runIn(folder, plan, 'folder', { onPhase: ({ phase }) => phases.add(phase) });
      expect(exitStatus).toBe(EXIT_STATUS.rejects);
      expect(existsSync(join(folder, 'state/knowledge'))).toBe(false);
      return [...phases];
    };
    expect(await phasesOf(folderWith(INPUTS), () => {})).toEqual([]);
    // It died before all was on disk.
    expect(await phasesOf(folderWith(INPUTS), (own) => rmSync(join(own, 'whole.json')))).not.toEqual([]);
    const ofAnother = (own: string): void => writeFileSync(join(own, 'whole.json'), '{"of":"another","findings":[]}');
    expect(await phasesOf(folderWith(INPUTS), ofAnother)).not.toEqual([]);
  });

  it('find what steps in front have made, of whatever they were made', async () => {
    const folder = folderWith({
      'posts.ndjson': lines([
        { id: 'p1', by: 'u1', tags: ['x', 'y'] },
        { id: 'p2', by: 'u2', tags: ['y'] },
        { id: 'p3', by: 'u1', tags: [] },
      ]),
    });
    const plan = `version: 1
name: posts
source: { file: posts.ndjson, entity: post }
transforms:
  - group: { key: [/by], into: user, gather: { posts: { pick: /id } }, consume: false }
  - split: { path: /tags, into: tag, link: { postId: /id }, id: "{/postId}-{/value}" }
  - lookup: { in: user, local: /by, foreign: /by, as: /byPosts, pick: /posts, one: true }
  - lookup: { in: tag, local: /id, foreign: /postId, as: /tags, pick: "{/value|upper}" }
containers:
  all: { entities: [post, user, tag], partitionKey: /id }
`;
    const { files } = await runIn(folder, await planIn(folder, plan));
    expect(files['all.ndjson']).toEqual([
      '{"id":"p1","by":"u1","byPosts":["p1","p3"],"tags":["X","Y"]}',
      '{"value":"x","postId":"p1","id":"p1-x"}',
      '{"value":"y","postId":"p1","id":"p1-y"}',
      '{"id":"p2","by":"u2","byPosts":["p2"],"tags":["Y"]}',
      '{"value":"y","postId":"p2","id":"p2-y"}',
      '{"id":"p3","by":"u1","byPosts":["p1","p3"],"tags":[]}',
      '{"id":"u1","by":"u1","posts":["p1","p3"]}',
      '{"id":"u2","by":"u2","posts":["p2"]}',
    ]);
  });

  it('decide conflicts by the source, as without any lookup', async () => {
    const folder = folderWith({
      'authors.a.ndjson': lines([{ id: 'a0', isbn: 1 }]),
      'books.ndjson': lines([
        { id: 'b0', isbn: 1, authorIds: ['a0'] },
        { id: 'b1', isbn: 2, authorIds: [] },
      ]),
    });
    const plan = PLAN.replace('partitionKey: /id', 'partitionKey: /all');
    const { rejects } = await runIn(folder, await planIn(folder, plan), 'embedded');
    expect(rejects.map(({ code, doc, conflictsWith }) => [code, doc?.['id'], conflictsWith?.id])).toEqual([
      ['UNIQUE_KEY_CONFLICT', 'b0', 'a0'],
    ]);
  });

  it('show in a preview what the whole data says of the few documents that are looked at', async () => {
    const folder = folderWith(INPUTS);
    const records = await preview(await planIn(folder, PLAN), { id: 'a13' });
    const after = JSON.stringify(records);
    for (const book of BOOKS.filter(({ authorIds }) => authorIds.includes('a13'))) expect(after).toContain(book.id);
  });

  it('end where the limit of the run does, also where they pass sources over', async () => {
    const authors = lines(AUTHORS.slice(0, 5));
    const books = lines(BOOKS.map((book) => ({ ...book, authorIds: ['a0'] })));
    const folder = folderWith({ 'authors.a.ndjson': authors, 'books.ndjson': books });
    const { files } = await runIn(folder, await planIn(folder, PLAN), 'folder', { limit: 205 });
    expect(JSON.parse(files['library.ndjson']![0]!)).toMatchObject({ id: 'a0', n: 200 });
  });

  it('cannot be where documents come only once', async () => {
    const folder = folderWith(INPUTS);
    const plan = await planIn(folder, PLAN.replace('books.ndjson', '"-"'));
    await expect(preview(plan, { input: Readable.from([]) })).rejects.toThrow(
      'transforms[1] lookup has to see all documents before the first one can go on, and standard input can be read only once.',
    );
  });
});
