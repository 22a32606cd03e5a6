// Does a preview show what the steps did to a document, whatever becomes of it, and read no more than it needs?
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/plan/plan.ts';
import { readPlanText } from '../../src/plan/read.ts';
import { documentsIn, hasRejects, type PreviewedRecord } from '../../src/report/preview.ts';
import { preview, type PreviewOptions } from '../../src/run/preview.ts';
import { findStep, stepNames } from '../../src/transform/registry.ts';
import { inOrder } from './in-order.ts';
import { folderWith, planIn, runIn } from './running.ts';

const BLOG = `version: 1
name: blog
source: { file: posts.ndjson, entity: post }
transforms:
  - remove: [/draft]
  - split: { path: /comments, into: comment, link: { postId: /id }, keep: { as: recent, newest: 1, by: /at } }
  - stringify: [/n]
  - type: type
containers:
  posts: { entities: [post], partitionKey: /id }
  comments: { entities: [comment], partitionKey: /postId }
`;

async function previewed(lines: string, plan: string = BLOG, options: PreviewOptions = {}): Promise<PreviewedRecord[]> {
  const folder = folderWith({ 'posts.ndjson': lines });
  return preview(await planIn(folder, plan), options);
}

describe('a document', () => {
  it('is shown before, behind each step that changes it, with what was made of it, and as it comes out', async () => {
    const [record, ...rest] = await previewed(
      '{"id":"p1","n":10.50,"comments":[{"id":"c1","at":"2026-01-01"},{"id":"c2"}]}\n',
    );
    expect(rest).toEqual([]);
    expect(record!.at).toEqual({ source: 'posts.ndjson', line: 1, offset: 0 });
    const { before, steps, ending } = record!.document!;
    expect(before).toBe('{"id":"p1","n":10.50,"comments":[{"id":"c1","at":"2026-01-01"},{"id":"c2"}]}');
    const split = '{"id":"p1","n":10.50,"recent":[{"id":"c1","at":"2026-01-01"}]}';
    const text = '{"id":"p1","n":"10.5","recent":[{"id":"c1","at":"2026-01-01"}],"type":"post"}';
    expect(steps.map(({ number, name, after }) => ({ number, name, after }))).toEqual([
      { number: 1, name: 'remove', after: undefined },
      { number: 2, name: 'split', after: split },
      { number: 3, name: 'stringify', after: split.replace('10.50', '"10.5"') },
      { number: 4, name: 'type', after: text },
    ]);
    expect(ending).toEqual({ kind: 'out', text, arrivals: [{ container: 'posts', answer: 'written' }] });
    expect(steps[1]!.notes).toMatchObject([{ code: 'ORDER_VALUE_MISSING' }]);
    expect(steps[1]!.made).toMatchObject([
      {
        entity: 'comment',
        before: '{"id":"p1:c1","at":"2026-01-01","postId":"p1"}',
        steps: [{ number: 4, name: 'type' }],
        ending: { kind: 'out', arrivals: [{ container: 'comments', answer: 'written' }] },
      },
      { before: '{"id":"p1:c2","postId":"p1"}' },
    ]);
  });

  it('tells what a step took out of the data', async () => {
    const [record] = await previewed('{"id":"p1","draft":true}\n');
    expect(record!.document!.steps[0]).toMatchObject({ after: '{"id":"p1"}', lost: [{ path: '/draft', count: 1 }] });
  });

  it('keeps bytes that no step touches, and unsafe numbers', async () => {
    const line = String.raw`{"id":"p1","u":"\u00e9\ud800","x":12345678901234567890,"a":1,"a":2,"__proto__":{"b":1}}`;
    const [record] = await previewed(`${line}\n`, BLOG.replace('  - type: type\n', ''));
    expect(record!.document!.before).toBe(line);
  });

  it('that a step rejects ends there, with the reason', async () => {
    const [record] = await previewed('{"id":"p1","draft":1,"comments":"none"}\n');
    const { steps, ending } = record!.document!;
    expect(steps.map(({ name }) => name)).toEqual(['remove', 'split']);
    expect(ending).toMatchObject({ kind: 'rejected', step: 'split', rejection: { code: 'NOT_AN_ARRAY' } });
    expect(hasRejects(record!)).toBe(true);
  });

  it('that a container refuses tells the container and the reason, also where another one came first', async () => {
    const records = await previewed('{"id":5}\n{"id":"a","x":1}\n{"id":"a","x":2}\n{"id":"a","x":1}\n', BLOG, {
      count: 9,
    });
    expect(records.map(({ document }) => document!.ending)).toMatchObject([
      { arrivals: [{ container: 'posts', answer: { code: 'ID_INVALID' } }] },
      { arrivals: [{ answer: 'written' }] },
      { arrivals: [{ answer: { code: 'ID_DUPLICATE' } }] },
      { arrivals: [{ answer: 'same' }] },
    ]);
    expect(records.map(hasRejects)).toEqual([true, false, true, false]);
  });

  it('falls with its family', async () => {
    const plan = BLOG.replace('link: {', 'onReject: family, link: {');
    const [record] = await previewed('{"id":"p1","comments":[{"id":"c1"},{"id":"c/2"}]}\n', plan);
    const endings = [...documentsIn(record!)].map(({ before, ending }) => [before, ending.kind]);
    expect(endings).toHaveLength(3);
    expect(endings.map(([, kind]) => kind)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('that is discarded says so, and one that goes into two containers names both', async () => {
    const plan = BLOG.replace(
      / {2}comments: .*\n$/,
      '  copies: { entities: [post], partitionKey: /id }\ndiscard: comment\n',
    );
    const [record] = await previewed('{"id":"p1","comments":[{"id":"c1"}]}\n', plan);
    const { ending, steps } = record!.document!;
    expect(ending).toMatchObject({ arrivals: [{ container: 'posts' }, { container: 'copies' }] });
    expect(steps[1]!.made[0]!.ending).toEqual({ kind: 'discarded' });
  });

  it('that has its key from one that came before is merged or rejected, and says so', async () => {
    const plan = BLOG.replace(
      / {2}- remove[^]*containers:/,
      '  - extract: { path: /by/*, into: comment, key: /k }\ncontainers:',
    );
    const [record] = await previewed('{"id":"p1","by":[{"k":1},{"k":1.0},{"k":1,"x":2}]}\n', plan);
    const { made } = record!.document!.steps[0]!;
    expect(made.map(({ ending }) => ending.kind)).toEqual(['out', 'merged', 'rejected']);
    expect(made[2]!.ending).toMatchObject({ step: 'extract', rejection: { code: 'EXTRACT_CONFLICT' } });
  });

  it('that is none is shown as it was found', async () => {
    const [broken, array] = await previewed('broken\n[1]\n');
    expect(broken).toMatchObject({
      at: { line: 1 },
      unreadable: { original: 'broken', rejection: { code: 'LINE_INVALID' } },
    });
    expect(array).toMatchObject({ at: { line: 2 }, unreadable: { original: '[1]' } });
    expect(hasRejects(broken!)).toBe(true);
  });

  it('that is equal to one that another document gave is one with it', async () => {
    const plan = BLOG.replace('- type: type', '- extract: { path: /author, into: author, key: /id }').replace(
      '[comment]',
      '[comment, author]',
    );
    const records = await previewed('{"id":"p1","author":{"id":"a"}}\n{"id":"p2","author":{"id":"a"}}\n', plan);
    const authors = records.flatMap((record) => [...documentsIn(record)]).filter(({ entity }) => entity === 'author');
    expect(authors.map(({ ending }) => ending.kind)).toEqual(['out', 'merged']);
  });

  it('goes into a step across documents with the others that are shown', async () => {
    const text = `version: 1
name: sorted
source: { file: posts.ndjson, entity: post }
transforms: [inOrder: { by: rank, into: sorted }, type: type]
containers: { all: { entities: [sorted], partitionKey: /id } }
discard: post
`;
    const vocabulary = {
      findStep: (name: string) => (name === 'inOrder' ? inOrder : findStep(name)),
      stepNames: [...stepNames, 'inOrder'],
    };
    const folder = folderWith({ 'posts.ndjson': '{"id":"a","rank":2}\n{"id":"b","rank":1}\n{"id":"c","rank":0}\n' });
    const { plan } = await readPlanText(join(folder, 'plan.yaml'), text, { env: {}, lenientTarget: true, vocabulary });
    const records = await preview(plan!, { count: 2 });
    expect(
      records.map(({ at, entity, document }) => [at.source, entity, document!.before, document!.ending.kind]),
    ).toEqual([
      ['posts.ndjson', 'post', '{"id":"a","rank":2}', 'consumed'],
      ['posts.ndjson', 'post', '{"id":"b","rank":1}', 'consumed'],
      ['transforms[0] inOrder', 'sorted', '{"id":"b","rank":1}', 'out'],
      ['transforms[0] inOrder', 'sorted', '{"id":"a","rank":2}', 'out'],
    ]);
  });
});

it('knows all documents where a step has to, and shows only those that are looked at', async () => {
  const plan = `version: 1
name: blog
source: { file: posts.ndjson, entity: post }
transforms:
  - set: { /seen: true }
  - ancestors: /answers
  - ancestors: { parent: /answers, as: /all, of: [/id, /ancestors] }
containers:
  posts: { entities: [post], partitionKey: /id }
`;
  const lines = '{"id":"c","answers":"b"}\n{"id":"b","answers":"a"}\n{"id":"a"}\n';
  const records = await previewed(lines, plan, { count: 1 });
  expect(records.map(({ at, document }) => [at.line, document?.steps.length])).toEqual([[1, 3]]);
  expect(records[0]!.document!.ending).toMatchObject({
    text: '{"id":"c","answers":"b","seen":true,"ancestors":["a","b"],"all":[{"id":"a","ancestors":[]},{"id":"b","ancestors":["a"]}]}',
  });
});

it('comes to what a rehearsal of the same documents accepts', async () => {
  const lines = '{"id":"p1","n":1,"comments":[{"id":"c1"},{"id":"c/2"}]}\n{"id":"p2"}\n{"id":"p1"}\n';
  const folder = folderWith({ 'posts.ndjson': lines });
  const plan = await planIn(folder, BLOG);
  const ran = await runIn(folder, plan, 'embedded');
  const documents = (await preview(plan)).flatMap((record) => [...documentsIn(record)]);
  for (const container of ['posts', 'comments']) {
    const accepted = documents.flatMap(({ ending }) =>
      ending.kind === 'out' && ending.arrivals.some((one) => one.container === container && one.answer === 'written')
        ? [ending.text]
        : [],
    );
    expect(accepted.toSorted()).toEqual(ran.files[`${container}.ndjson`]!.toSorted());
  }
});

describe('documents are looked for', () => {
  const SEVERAL = `version: 1
name: several
sources: { book: { file: books.json }, review: { file: "reviews-*.ndjson" } }
containers: { all: { entities: [book, review], partitionKey: /id } }
`;
  const files = {
    'books.json': '[{"id":"b1"},{"id":"b2"},{"id":"b3"},{"id":"b4"}]',
    'reviews-1.ndjson': '{"id":"r1"}\n{"id":7}\n',
    'reviews-2.ndjson': '{"_id":{"$oid":"r3"},"id2":"b4"}\n{"_id":"r\\u0034"}\n{"id":"b4"}\n',
  };

  async function named(options: PreviewOptions): Promise<readonly string[]> {
    const records = await preview(await planIn(folderWith(files), SEVERAL), options);
    return records.map(({ at, document }) => `${at.source}:${at.line} ${document!.before}`);
  }

  it('from the beginning of each source, three if nothing else is said', async () => {
    expect(await named({})).toEqual([
      'books.json:1 {"id":"b1"}',
      'books.json:1 {"id":"b2"}',
      'books.json:1 {"id":"b3"}',
      'reviews-1.ndjson:1 {"id":"r1"}',
      'reviews-1.ndjson:2 {"id":7}',
      'reviews-2.ndjson:1 {"_id":{"$oid":"r3"},"id2":"b4"}',
    ]);
    expect(await named({ count: 1 })).toEqual(['books.json:1 {"id":"b1"}', 'reviews-1.ndjson:1 {"id":"r1"}']);
  });

  it.each([
    ['b4', undefined, ['books.json:1 {"id":"b4"}']],
    ['b4', 5, ['books.json:1 {"id":"b4"}', 'reviews-2.ndjson:3 {"id":"b4"}']],
    ['7', undefined, ['reviews-1.ndjson:2 {"id":7}']],
    ['r3', undefined, ['reviews-2.ndjson:1 {"_id":{"$oid":"r3"},"id2":"b4"}']],
    ['r4', undefined, ['reviews-2.ndjson:2 {"_id":"r\\u0034"}']],
  ])('by id or _id, in all sources: %s', async (id, count, found) => {
    expect(await named({ id, count })).toEqual(found);
  });

  it('in vain, and then it says how many there were', async () => {
    await expect(named({ id: 'b' })).rejects.toMatchObject({
      message: 'No document has the id "b"; 9 records looked at.',
      exit: 'usage',
    });
  });

  it('no further than needed', async () => {
    const plan: Plan = await planIn('/nowhere', BLOG.replace('posts.ndjson', '"-"'));
    let given = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.from(`{"id":"p${given++}","text":"${'x'.repeat(1000)}"}\n`);
      })(),
    );
    expect(await preview(plan, { input: endless, id: 'p300' })).toHaveLength(1);
    expect(given).toBeLessThan(2_000);
    expect(endless.destroyed).toBe(true);
  });
});

it('leaves nothing behind', async () => {
  const folder = folderWith({ 'posts.ndjson': '{"id":"p1"}\n' });
  await preview(await planIn(folder, BLOG));
  expect(readFileSync(join(folder, 'posts.ndjson'), 'utf8')).toBe('{"id":"p1"}\n');
});
