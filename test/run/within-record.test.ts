// A record with very many outputs makes progress too: what is written of it is not written again.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { Fatal } from '../../src/errors.ts';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { readPlanText } from '../../src/plan/read.ts';
import { Store } from '../../src/state/store.ts';
import { findStep, stepNames } from '../../src/transform/registry.ts';
import { defineStep } from '../../src/transform/step.ts';
import { folderWith, planIn, type Ran, runIn } from './running.ts';

/** Cut into so many buckets that the record is committed inside. */
const BUCKETS = `version: 1
name: deep
source: { file: in.ndjson, entity: post }
transforms:
  - bucket: { path: /comments, into: page, size: 4, bytes: 300, link: { postId: /id }, keepFirst: true, continuation: more }
  - fuse: {}
    for: page
containers:
  posts: { entities: [post], partitionKey: /id }
  pages: { entities: [page], partitionKey: /postId }
`;

/** Nearly every third comment becomes a document, the others have a key that came before. */
const OBJECTS = `version: 1
name: deep
source: { file: in.ndjson, entity: post }
transforms:
  - extract: { path: /comments/*, into: comment, key: /text, id: "{/text|slug}" }
  - fuse: {}
    for: comment
containers:
  posts: { entities: [post], partitionKey: /id }
  comments: { entities: [comment], partitionKey: /id }
`;

const PLAN = `version: 1
name: deep
source: { file: in.ndjson, entity: post }
transforms:
  - split: { path: /comments, into: comment, link: { postId: /id }, count: n }
  - stringify: { paths: [/big] }
    for: comment
  - fuse: {}
    for: comment
containers:
  posts: { entities: [post], partitionKey: /id }
  comments: { entities: [comment], partitionKey: /postId }
  copies: { entities: [comment], partitionKey: /id, uniqueKeys: [[/text]] }
`;

/** A step that breaks the run at one document, as a crash would. */
class Fuse {
  left = Number.POSITIVE_INFINITY;
  readonly step = defineStep({
    name: 'fuse',
    summary: 'Breaks the run.',
    options: {},
    compile: () => () => {
      if (this.left-- <= 0) throw new Fatal('fatal', 'The fuse has blown.');
      return undefined;
    },
  });
}

async function planWith({ step }: Fuse, folder: string, text: string = PLAN): Promise<Plan> {
  const vocabulary = {
    stepNames: [...stepNames, 'fuse'],
    findStep: (name: string) => (name === 'fuse' ? step : findStep(name)),
  };
  const reading = await readPlanText(join(folder, 'plan.yaml'), text, { env: {}, lenientTarget: true, vocabulary });
  return reading.plan!;
}

/** Small posts, one with 12,000 comments, some of which are rejected and some not safe, then small ones again. */
function records(): string {
  const post = (name: string, count: number): string => {
    const comments = Array.from({ length: count }, (_, i) => {
      const id = i % 500 === 33 ? '"a/b"' : i % 700 === 44 ? 'null' : `"${i}"`;
      const big = i % 600 === 55 ? '9007199254740993.5' : i % 900 === 66 ? '{}' : '1.0';
      return `{"id":${id},"text":"comment ${i % 5000}","big":${big},"unsafe":12345678901234567890}`;
    });
    return `{"id":"${name}","comments":[${comments.join(',')}]}`;
  };
  return `${[post('a', 3), post('b', 2), post('large', 12_000), post('c', 4), '{"broken', post('d', 1)].join('\n')}\n`;
}

function kept({ files, rejects, report: { entities, findings, containers, balance, lost } }: Ran): unknown {
  return { files, rejects, entities, findings, containers, balance, lost };
}

function savedIn(folder: string): Store['saved'] {
  const store = Store.open(join(folder, 'state'));
  try {
    return store.saved;
  } finally {
    store.close();
  }
}

it.each([
  ['folder', 2_500],
  ['folder', 11_990],
  ['embedded', 7_300],
] as const)('goes on inside a record that broke, with target %s, at output %i', async (kind, broken) => {
  const fuse = new Fuse();
  const whole = folderWith({ 'in.ndjson': records() });
  const expected = kept(await runIn(whole, await planWith(fuse, whole), kind));
  const folder = folderWith({ 'in.ndjson': records() });
  const plan = await planWith(fuse, folder);
  fuse.left = broken + 5;
  expect((await runIn(folder, plan, kind)).exitStatus).toBe(EXIT_STATUS.fatal);
  const { positions } = savedIn(folder)!;
  expect(positions).toMatchObject([{ shard: 0, index: 2 }]);
  expect(positions[0]!.ordinal).toBeGreaterThan(1_000);
  const written = kind === 'folder' ? 'out/comments.ndjson.partial' : 'state/containers/comments/segment.ndjson';
  expect(statSync(join(folder, written)).size).toBeGreaterThan(50_000);
  fuse.left = Number.POSITIVE_INFINITY;
  expect(kept(await runIn(folder, plan, kind))).toEqual(expected);
});

it('goes on inside a record that broke, with a worker for the others', async () => {
  // A worker knows no step of a test; what breaks here is the third commit inside.
  const text = PLAN.replace('  - fuse: {}\n    for: comment\n', '');
  const whole = folderWith({ 'in.ndjson': records() });
  const expected = kept(await runIn(whole, await planIn(whole, text)));
  const folder = folderWith({ 'in.ndjson': records() });
  const plan = await planIn(folder, text);
  let inside = 0;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the store that it belongs to
  const commit = Store.prototype.commit;
  const broken = vi.spyOn(Store.prototype, 'commit').mockImplementation(function (this: Store, progress) {
    const isInside = progress.ended === undefined && progress.positions.some(({ ordinal }) => ordinal > 0);
    if (isInside && ++inside === 3) throw new Fatal('fatal', 'The disk has failed.');
    commit.call(this, progress);
  });
  expect((await runIn(folder, plan)).exitStatus).toBe(EXIT_STATUS.fatal);
  broken.mockRestore();
  expect(savedIn(folder)!.positions[0]!.ordinal).toBeGreaterThan(1_000);
  expect(kept(await runIn(folder, plan, 'folder', { workers: 1, workersFrom: 0 }))).toEqual(expected);
});

it.each([
  ['is cut into buckets', BUCKETS, 2_400],
  ['is full of objects that become documents', OBJECTS, 3_300],
])('goes on inside a record whose array %s', async (_what, text, broken) => {
  const fuse = new Fuse();
  const whole = folderWith({ 'in.ndjson': records() });
  const expected = kept(await runIn(whole, await planWith(fuse, whole, text)));
  const folder = folderWith({ 'in.ndjson': records() });
  const plan = await planWith(fuse, folder, text);
  fuse.left = broken;
  expect((await runIn(folder, plan)).exitStatus).toBe(EXIT_STATUS.fatal);
  expect(savedIn(folder)!.positions[0]!.ordinal).toBeGreaterThan(1_000);
  fuse.left = Number.POSITIVE_INFINITY;
  expect(kept(await runIn(folder, plan))).toEqual(expected);
});
