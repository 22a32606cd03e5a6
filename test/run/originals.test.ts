// Has every reject the text of its source document, also when it was decided long after that had passed?
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { folderWith, planIn, runIn } from './running.ts';

const PLAN = `version: 1
name: late
source: { file: "in.*", entity: post }
transforms:
  - split: { path: /comments, into: comment, link: { post: /id } }
containers:
  all: { entities: [post, comment], partitionKey: /pk, uniqueKeys: [/email] }
`;

const text = (id: number): string => ` { "id" : "p${id}", "email":"${id % 3}", "n": 1.0, "pad":"${'x'.repeat(3000)}" }`;
const count = 900;
const lines = Array.from({ length: count }, (_, id) => text(id));

describe('a document that loses a key', () => {
  it.each([
    ['NDJSON', { 'in.ndjson': lines.join('\n') }],
    ['an array', { 'in.json': `[${lines.join(',')}]` }],
    ['gzip', { 'in.gz': gzipSync(lines.join('\n')) }],
    ['several files', { 'in.a': lines.slice(0, 500).join('\n'), 'in.b': lines.slice(500).join('\n') }],
  ])('is rejected with the text of its record: %s', async (_name, files) => {
    const folder = folderWith(files);
    const { rejects } = await runIn(folder, await planIn(folder, PLAN), 'embedded');
    expect(rejects).toHaveLength(count - 3);
    expect(rejects.map(({ original }) => original?.trim())).toEqual(lines.slice(3).map((line) => line.trim()));
  });

  it('has it once for all that came of the record', async () => {
    const record = '{"id":"1","comments":[{"id":1,"email":"a"},{"id":2,"email":"a"},{"id":3}]}';
    const folder = folderWith({ 'in.json': record });
    const { rejects } = await runIn(folder, await planIn(folder, PLAN), 'embedded');
    expect(rejects.map(({ at, original }) => [at.output, original])).toEqual([
      [2, record],
      [3, undefined],
    ]);
  });

  it('is rejected without, not with another text, when the file is changed once it has been read', async () => {
    const folder = folderWith({ 'in.a': lines.slice(0, 10).join('\n'), 'in.b': '{"id":"last","email":"9"}' });
    const file = join(folder, 'in.a');
    const { rejects, exitStatus } = await runIn(folder, await planIn(folder, PLAN), 'embedded', {
      onProgress: ({ documents }) => {
        // While the second file is read.
        if (documents <= 10) return;
        writeFileSync(file, '\n{"id":"other"}\n');
        appendFileSync(file, lines.join('\n'));
      },
    });
    expect(exitStatus).toBe(9);
    expect(rejects).toHaveLength(7);
    expect(rejects.map(({ original }) => original)).toEqual(Array.from({ length: 7 }, () => undefined));
    expect(rejects.map(({ doc }) => doc?.['id'])).toEqual(['p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9']);
  });

  it('ends the run when the file is written anew while it is read', async () => {
    const folder = folderWith({ 'in.ndjson': lines.join('\n') });
    const { rejects, exitStatus } = await runIn(folder, await planIn(folder, PLAN), 'embedded', {
      onProgress: () => writeFileSync(join(folder, 'in.ndjson'), `${lines.join('\n')}\n`.replaceAll('p', 'q')),
    });
    expect([exitStatus, rejects]).toEqual([5, []]);
  });
});
