// Holds the conflicts that are decided by sorting against the simplest way to decide them: one document after the other.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containerPlan, runEmbedded } from './embedded-run.ts';

interface Doc {
  readonly id: string;
  readonly pk?: string | null;
  readonly a?: number | null;
  readonly b?: number | null;
  readonly c?: number | null;
}

const VALUE = fc.option(fc.option(fc.nat(3), { nil: null }), { nil: undefined });
const DOC: fc.Arbitrary<Doc> = fc
  .record({
    id: fc.constantFrom('x', 'y', 'z', 'v', 'w'),
    pk: fc.constantFrom('p', 'q', null, undefined),
    a: VALUE,
    b: VALUE,
    c: VALUE,
  })
  .map((doc) => JSON.parse(JSON.stringify(doc)) as Doc);

interface Loss {
  readonly index: number;
  readonly kind: string;
  readonly holder?: number;
  readonly key?: readonly string[];
}

const CONSTRAINTS = [['/a'], ['/b', '/c']] as const;

function decideSlowly(docs: readonly Doc[]): Loss[] {
  const occupied = new Map<string, number>();
  const losses: Loss[] = [];
  for (const [index, doc] of docs.entries()) {
    const scope = doc.pk === undefined ? 'nothing' : JSON.stringify(doc.pk);
    const keys = [
      { name: ['/id'], text: `id ${scope} ${doc.id}` },
      { name: CONSTRAINTS[0], text: `a ${scope} ${doc.a ?? null}` },
      { name: CONSTRAINTS[1], text: `bc ${scope} ${doc.b ?? null} ${doc.c ?? null}` },
    ];
    const violated = keys.find(({ text }) => occupied.has(text));
    if (violated === undefined) for (const { text } of keys) occupied.set(text, index);
    else {
      const holder = occupied.get(violated.text)!;
      const same = violated.name[0] === '/id' && JSON.stringify(docs[holder]) === JSON.stringify(doc);
      losses.push(same ? { index, kind: 'same' } : { index, kind: 'conflict', holder, key: violated.name });
    }
  }
  return losses;
}

async function decideBySorting(docs: readonly Doc[]): Promise<Loss[]> {
  const plan = containerPlan('c', '/pk', { keys: CONSTRAINTS.map((paths) => [...paths]) });
  const { late, lines, summary } = await runEmbedded(
    [plan],
    docs.map((doc) => ({ doc })),
  );
  expect(lines['c']).toHaveLength(docs.length - late.length);
  expect(summary.containers[0]?.documents).toBe(docs.length - late.length);
  return late.map(({ origin: { index }, answer }) => {
    if (answer.kind !== 'conflict') return { index, kind: answer.kind };
    const { id, partitionKey } = answer.holder;
    const [level] = partitionKey;
    const isHolder = (doc: Doc): boolean =>
      doc.id === id && (typeof level === 'object' && level !== null ? doc.pk === undefined : doc.pk === level);
    const losers = new Set(late.map((one) => one.origin.index));
    return {
      index,
      kind: 'conflict',
      holder: docs.findIndex((doc, i) => !losers.has(i) && isHolder(doc)),
      key: answer.key.uniqueKey,
    };
  });
}

describe('conflicts decided by sorting', () => {
  it('are those of taking one document after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(DOC, { maxLength: 60 }), async (docs) => {
        expect(await decideBySorting(docs)).toEqual(decideSlowly(docs));
      }),
      { numRuns: 60 },
    );
  });

  it('hold 200,000 documents that share the one null in a heap of 48 MB', async () => {
    const program = join(import.meta.dirname, 'many-nulls.ts');
    const { stdout } = await promisify(execFile)(process.execPath, ['--max-old-space-size=48', program, '200000']);
    expect(JSON.parse(stdout)).toEqual({
      conflicts: 199_999,
      summary: {
        files: {},
        containers: [
          {
            label: 'c',
            documents: 1,
            bytes: 25,
            maxItemBytes: 25,
            logicalPartitions: 1,
            largestPartition: { key: ['p'], documents: 1, bytes: 25 },
            uniqueConflicts: 199_999,
          },
        ],
      },
    });
  }, 120_000);
});
