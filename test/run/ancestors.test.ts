// Are ancestors in a run those of a walk in memory, however the data is cut, ordered and shared, and however deep it goes?
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunOptions } from '../../src/run.ts';
import { holdsAsync } from '../property.ts';
import { folderWith, planIn, runIn } from './running.ts';

const PLAN = `version: 1
name: forest
sources:
  leaf: { file: "leaves.*" }
  node: { file: "nodes.*" }
transforms:
  - set: { /label: "{/id}!" }
  - ancestors: { parent: /up, as: /way, of: /label }
    for: [leaf, node]
containers:
  all: { entities: [leaf, node], partitionKey: /n }
`;

interface Node {
  readonly id: string;
  readonly up: string | undefined;
  /** Which of all it is; two may have one id. */
  readonly n: number;
}

/** A forest of which most ways end at a root, with gaps, circles and, where they may be, doubled ids. */
function forest(mayRepeat: boolean): fc.Arbitrary<readonly Node[]> {
  const id = mayRepeat ? fc.nat(60) : fc.constant(undefined);
  return fc.array(fc.tuple(id, fc.integer({ min: -2, max: 80 }), fc.boolean()), { maxLength: 70 }).map((made) =>
    made.map(([own, up, goesUp], n) => {
      // Mostly to one that was made before, so that circles stay few.
      const parent = up < 0 ? undefined : goesUp ? `i${up}` : `i${n === 0 ? 99 : up % n}`;
      return { id: `i${own ?? n}`, up: parent, n };
    }),
  );
}

interface Outcome {
  readonly ways: ReadonlyMap<number, readonly string[]>;
  readonly counts: Readonly<Record<string, number>>;
}

/** By hand; the nodes in their order. */
function expected(nodes: readonly Node[]): Outcome {
  const first = new Map<string, Node>();
  for (const node of nodes.toReversed()) first.set(node.id, node);
  const counts: Record<string, number> = {};
  const count = (code: string): void => void (counts[code] = (counts[code] ?? 0) + 1);
  const ways = new Map<number, readonly string[]>();
  for (const node of nodes) {
    const way: string[] = [];
    let above = node.up;
    while (above !== undefined && above !== node.id && !way.includes(above) && first.has(above)) {
      way.unshift(above);
      above = first.get(above)!.up;
    }
    if (above === node.id) count('ANCESTOR_CYCLE');
    if (way.length === 0 && above !== undefined && !first.has(above)) count('REFERENCE_MISSING');
    if (first.get(node.id) !== node) count('REFERENCE_KEY_REPEATED');
    ways.set(
      node.n,
      way.map((id) => `${id}!`),
    );
  }
  return { ways, counts };
}

/** What a run makes of the nodes, leaves in front, from so many files of each kind. */
async function outcome(nodes: readonly Node[], files: number, more: Partial<RunOptions> = {}): Promise<Outcome> {
  const size = Math.max(1, Math.ceil(nodes.length / 2 / files));
  const inputs: Record<string, string> = { 'leaves.0.ndjson': '', 'nodes.0.ndjson': '' };
  for (const [at, node] of nodes.entries()) {
    const isLeaf = at < nodes.length / 2;
    const part = Math.floor((isLeaf ? at : at - Math.ceil(nodes.length / 2)) / size);
    const name = `${isLeaf ? 'leaves' : 'nodes'}.${part}.ndjson`;
    inputs[name] = `${inputs[name] ?? ''}${JSON.stringify(node)}\n`;
  }
  const folder = folderWith(inputs);
  const { files: written, report, rejects } = await runIn(folder, await planIn(folder, PLAN), 'folder', more);
  expect([rejects, report.balance.ok]).toEqual([[], true]);
  const documents = written['all.ndjson']!.map((line) => JSON.parse(line) as { n: number; way: string[] });
  expect(documents.map(({ n }) => n)).toEqual(nodes.map(({ n }) => n));
  const counts: Record<string, number> = {};
  // Those of leaves and of nodes stand apart.
  for (const { code, count } of report.findings) counts[code] = (counts[code] ?? 0) + count;
  return { ways: new Map(documents.map(({ n, way }) => [n, way])), counts };
}

describe('ancestors in a run', () => {
  it('are those of a walk in memory, from one file and several, with workers and without', async () => {
    await holdsAsync(
      fc.asyncProperty(forest(true), fc.constantFrom(1, 2, 7), async (nodes, files) => {
        const wanted = expected(nodes);
        expect(await outcome(nodes, files)).toEqual(wanted);
      }),
      25,
    );
    await holdsAsync(
      fc.asyncProperty(forest(true), async (nodes) => {
        expect(await outcome(nodes, 2, { workers: 2, workersFrom: 0 })).toEqual(expected(nodes));
      }),
      4,
    );
  }, 60_000);

  it('do not depend on the order of the data where no id is there twice', async () => {
    const shuffled = forest(false).chain((nodes) =>
      fc.tuple(fc.constant(nodes), fc.shuffledSubarray([...nodes], { minLength: nodes.length })),
    );
    await holdsAsync(
      fc.asyncProperty(shuffled, async ([nodes, others]) => {
        const wanted = expected(nodes);
        const { ways, counts } = await outcome(others, 2);
        expect({ ways: new Map([...ways].toSorted(([a], [b]) => a - b)), counts }).toEqual(wanted);
      }),
      15,
    );
  }, 60_000);

  it('are told of once, however many steps and lookups follow the same parents', async () => {
    const folder = folderWith({
      'rows.ndjson':
        '{"id":"a","parentId":"b"}\n{"id":"b","parentId":"a"}\n{"id":"c","parentId":"x"}\n{"id":"c"}\n{"id":"d","parentId":"c"}\n',
    });
    const plan = `version: 1
name: rows
source: { file: rows.ndjson, entity: row }
transforms:
  - ancestors: { parent: /parentId, as: /ids }
  - ancestors: { parent: /parentId, as: /names, of: /name }
  - lookup: { in: row, local: /parentId, foreign: /id, as: /parent, one: true }
  - lookup: { in: row, local: /parentId, foreign: /id, as: /name, pick: /name, one: true }
containers: { all: { entities: [row], partitionKey: /id } }
`;
    const { report } = await runIn(folder, await planIn(folder, plan));
    const counts = report.findings.map(({ code, path, count }) => `${code} ${path} ${count}`);
    expect(counts.toSorted()).toEqual([
      'ANCESTOR_CYCLE /parentId 2',
      'REFERENCE_KEY_REPEATED /id 1',
      // What the ancestors say of it and what the lookups say of it.
      'REFERENCE_MISSING /parentId 2',
    ]);
  });

  it('are those of the documents as they come to the step', async () => {
    const folder = folderWith({
      'rows.ndjson':
        '{"nr":3,"under":2}\n{"nr":1,"tags":["x"]}\n{"nr":2,"under":1}\n{"nr":4,"under":9}\n{"nr":9,"gone":true}\n',
    });
    const plan = `version: 1
name: rows
source: { file: rows.ndjson, entity: row }
transforms:
  - where: "doc.gone != true"
  - id: "r{/nr}"
  - set: { /parent: "r{/under}" }
    if: "has(doc.under)"
  - split: { path: /tags, into: tag, link: { parent: /id } }
  - ancestors: /parent
    for: [row, tag]
  - remove: [/nr, /under]
    for: row
containers:
  all: { entities: [row, tag], partitionKey: /id }
`;
    const { files, report } = await runIn(folder, await planIn(folder, plan), 'embedded');
    expect(files['all.ndjson']).toEqual([
      '{"id":"r3","parent":"r2","ancestors":["r1","r2"]}',
      '{"id":"r1","ancestors":[]}',
      '{"value":"x","parent":"r1","id":"r1:0","ancestors":["r1"]}',
      '{"id":"r2","parent":"r1","ancestors":["r1"]}',
      '{"id":"r4","parent":"r9","ancestors":[]}',
    ]);
    expect(report.findings.map(({ code, count, entity }) => [code, count, entity])).toContainEqual([
      'REFERENCE_MISSING',
      1,
      'row',
    ]);
  });
});
