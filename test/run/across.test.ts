// Steps across documents lose nothing, and give the same however the data is cut into files, ordered and shared.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunOptions } from '../../src/run.ts';
import { holdsAsync } from '../property.ts';
import { folderWith, planIn, runIn } from './running.ts';

const THREADS = `version: 1
name: threads
source: { file: posts.ndjson, entity: post }
transforms:
  - split: { path: /comments, into: comment, link: { postId: /id }, index: position }
  - group: { key: [/postId], into: thread, gather: { comments: { pick: [/body], by: /position } } }
    for: comment
  - lookup: { in: thread, local: /id, foreign: /postId, as: /comments, pick: /comments, one: true }
containers:
  posts: { entities: [post], partitionKey: /id }
discard: [thread]
`;

/** Posts as JSON, whose comments stand last, since that is where a lookup puts them. */
const posts = fc
  .array(fc.tuple(fc.json(), fc.array(fc.json(), { minLength: 1, maxLength: 12 })), { minLength: 1, maxLength: 30 })
  .map((made) =>
    made.map(([title, bodies], i) => {
      const comments = bodies.map((body) => `{"body":${minified(body)}}`).join(',');
      return `{"id":"p${i}","title":${minified(title)},"comments":[${comments}]}`;
    }),
  );

const PLAN = `version: 1
name: across
sources:
  device: { file: "devices.*" }
  reading: { file: "readings.*" }
transforms:
  - group:
      key: [/deviceId]
      into: state
      latest: /seq
      gather: { all: { pick: /c, by: /seq } }
      aggregate: { sum: sum /c, mean: avg /c, least: min /c }
      consume: false
    for: reading
  - lookup: { in: device, local: /deviceId, foreign: /id, as: /site, pick: /site, one: true }
    for: reading
  - lookup: { in: state, local: /id, foreign: /deviceId, as: /state, pick: [/sum, /seq], one: true }
    for: device
  - lookup: { in: reading, local: /id, foreign: /deviceId, as: /sites, pick: /site, aggregate: { n: count, c: sum /c } }
    for: device
containers:
  all: { entities: [device, reading, state], partitionKey: /id }
`;

interface Data {
  readonly devices: readonly string[];
  readonly readings: readonly string[];
}

/** Sums of such numbers depend on the order unless they are exact. */
const celsius = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 }), fc.integer());

const data: fc.Arbitrary<Data> = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.array(fc.tuple(fc.nat(7), celsius), { maxLength: 60 }))
  .map(([count, readings]) => ({
    devices: Array.from({ length: count }, (_, i) => `{"id":"d${i}","site":"s${i % 2}"}`),
    readings: readings.map(([device, c], i) => {
      return `{"id":"r${i}","deviceId":"d${device}","seq":${(i * 7919) % 10_007},"c":${JSON.stringify(c)}}`;
    }),
  }));

/** Lines cut into so many files, whose names tell the order. */
function filesOf(name: string, lines: readonly string[], count: number): Record<string, string> {
  const files: Record<string, string> = {};
  const size = Math.ceil(lines.length / count);
  for (let i = 0; i < count; i++) {
    const part = lines.slice(i * size, (i + 1) * size);
    files[`${name}.${i}.ndjson`] = part.map((line) => `${line}\n`).join('');
  }
  return files;
}

async function written({ devices, readings }: Data, shards: number, more: Partial<RunOptions> = {}): Promise<string[]> {
  const folder = folderWith({ ...filesOf('devices', devices, shards), ...filesOf('readings', readings, shards) });
  const { files, report } = await runIn(folder, await planIn(folder, PLAN), 'folder', more);
  expect(report.balance.ok).toBe(true);
  return [...files['all.ndjson']!];
}

describe('steps across documents', () => {
  it('give back what was split, grouped and looked up', async () => {
    await holdsAsync(
      fc.asyncProperty(posts, async (texts) => {
        const folder = folderWith({ 'posts.ndjson': texts.map((text) => `${text}\n`).join('') });
        const { files, report } = await runIn(folder, await planIn(folder, THREADS));
        expect(files['posts.ndjson']).toEqual(texts);
        expect(report.balance.ok).toBe(true);
      }),
      10,
    );
  }, 60_000);

  it('give the same from one file, from two and from seven', async () => {
    await holdsAsync(
      fc.asyncProperty(data, async (given) => {
        const one = await written(given, 1);
        expect(await written(given, 2)).toEqual(one);
        expect(await written(given, 7)).toEqual(one);
      }),
      5,
    );
  }, 60_000);

  it('give the same documents in whatever order the data comes', async () => {
    await holdsAsync(
      fc.asyncProperty(
        data.chain((given) =>
          fc.record({
            given: fc.constant(given),
            shuffled: fc.record({
              devices: fc.shuffledSubarray([...given.devices], { minLength: given.devices.length }),
              readings: fc.shuffledSubarray([...given.readings], { minLength: given.readings.length }),
            }),
          }),
        ),
        async ({ given, shuffled }) => {
          expect(sorted(await written(shuffled, 2))).toEqual(sorted(await written(given, 1)));
        },
      ),
      10,
    );
  }, 60_000);
});

/** The list of sites is in the order of the readings, which is another one here. */
function sorted(lines: readonly string[]): unknown[] {
  const documents = lines.map((line) => JSON.parse(line) as { readonly id: string; readonly sites?: string[] });
  return documents
    .map((document) => (document.sites === undefined ? document : { ...document, sites: document.sites.toSorted() }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function minified(json: string): string {
  return JSON.stringify(JSON.parse(json));
}
