// However a source is cut into files and shared among threads, a run writes what `transform` gives in one go.
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPlan } from '../../src/plan/read.ts';
import { holdsAsync } from '../property.ts';
import { folderWith, type RejectLine, runIn } from './running.ts';
import { transformed } from './transforming.ts';

// Detection would look at the beginning of each file, and at that of the whole text.
const PLAN = `version: 1
name: shared
source: { file: "in-*.ndjson", entity: post, format: ndjson }
transforms:
  - where: size(string(doc.id)) != 3
  - view: { into: glance, where: "type(doc.x) == string", pick: [/id, /x], set: { /n: { expr: "size(doc.comments)" } } }
  - bucket: { path: /pages, into: page, size: 2, link: { postId: /id }, keepFirst: true, continuation: more }
  - script: ./marked.ts
  - split: { path: /comments, into: comment, link: { postId: /id }, keep: { as: recent, newest: 1, by: /at }, count: n }
  - split: { path: /notes, into: note, onReject: family, lenient: true }
  - stringify: unsafe
  - nest: { into: /meta, from: [x, lang] }
    if: "!has(doc.meta)"
  - flatten: { path: /meta, prefix: "", onConflict: number }
  - convert: { /at: epochMillis }
    for: comment
  - mask: { /text: hash 8, /value: keepLast 1 }
    for: [comment, note]
  - partitionKey: { property: pk, value: "{/postId}-{shard}", shards: 3, by: /id }
    for: comment
  - ttl: 60
    for: note
  - remove: [/draft]
    for: "*"
  - id: "{/id}-{/lang?|upper}"
    for: post
  - type: type
containers:
  posts: { entities: [post], partitionKey: /id }
  comments: { entities: [comment], partitionKey: /postId }
  notes: { entities: [note], partitionKey: /id, ttl: enabled }
  pages: { entities: [page], partitionKey: /postId }
  glances: { entities: [glance], partitionKey: /id }
`;
const SCRIPT = `export default (doc: any) => {
  if (doc.id === 'p7') throw new Error('seven');
  if (doc.lang === null) return undefined;
  return doc.draft === '' ? [doc, { ...doc, id: doc.id + ' again' }] : doc;
};
`;
const ENV = { MASK_KEY: 'a key of this test' };

const ENTITIES = { post: 'posts', comment: 'comments', note: 'notes', page: 'pages', glance: 'glances' } as const;

const scalar = fc.oneof(
  fc.constantFrom('12345678901234567890', '1.50', '-0', 'null', String.raw`"\u00e9\ud800"`, '{"a":1,"a":2}', '[[],{}]'),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
);
const member = fc.tuple(fc.constantFrom('lang', 'draft', '__proto__', '_ts', 'x', 'meta', 'comments', 'notes'), scalar);
const element = fc.oneof(fc.constantFrom('"text"', '{"id":"c","at":"2026-01-01"}', '{"id":7}', '{"id":true}'), scalar);
const list = fc.array(element, { maxLength: 5 }).map((elements) => `[${elements.join(',')}]`);
const record = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.tuple(fc.nat(200), fc.array(member, { maxLength: 4 }), list, list, list).map(documentText),
  },
  { weight: 1, arbitrary: fc.constantFrom('', 'broken', '[1]', '{"id":', '{"id":{}}') },
);
const files = fc.array(fc.array(record, { maxLength: 60 }), { minLength: 1, maxLength: 5 });

function documentText([id, members, comments, notes, pages]: [
  number,
  [string, string][],
  string,
  string,
  string,
]): string {
  const all = [['id', `"p${id}"`], ['comments', comments], ['notes', notes], ['pages', pages], ...members];
  return `{${all.map(([name, value]) => `"${name!}": ${value!}`).join(',')}}`;
}

it('gives what a run in several files and threads writes, byte for byte, and rejects the same', async () => {
  await holdsAsync(
    fc.asyncProperty(files, fc.constantFrom(0, 2), async (shards, workers) => {
      const texts = shards.map((lines) => lines.map((line) => `${line}\n`).join(''));
      const named = texts.map((text, i): [string, string] => [`in-${i}.ndjson`, text]);
      const folder = folderWith({ ...Object.fromEntries(named), 'plan.yaml': PLAN, 'marked.ts': SCRIPT });
      const { plan, problems } = await readPlan(join(folder, 'plan.yaml'), { env: ENV, lenientTarget: true });
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      const ran = await runIn(folder, plan!, 'folder', { workers, workersFrom: 0 });
      for (const [entity, label] of Object.entries(ENTITIES)) {
        const { output, rejects, exitStatus } = await transformed(plan!, texts, { entity });
        expect(output.split('\n').slice(0, -1)).toEqual(ran.files[`${label}.ndjson`]);
        expect(linesIn(rejects).map(reasonOf)).toEqual(ran.rejects.map(reasonOf));
        expect(exitStatus).toBe(ran.exitStatus);
      }
    }),
    8,
  );
});

/** All of a reject but its place, which is counted from the beginning of a file, and among the outputs of all containers. */
function reasonOf({ at: _at, message, ...reason }: RejectLine): object {
  return { ...reason, message: message.replace(/^(standard input|\S+):\d+: |\(offset \d+\)/g, '') };
}

function linesIn(text: string): RejectLine[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as RejectLine);
}
