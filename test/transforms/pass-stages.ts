// Passes lines of JSON through the steps of a plan, also through those that work across documents or look them up.
import type { Plan } from '../../src/plan/plan.ts';
import { givenShard } from '../../src/run/examples/given-shard.ts';
import { passDocuments } from '../../src/run/pass-documents.ts';
import { Tally } from '../../src/report/tally.ts';
import type { ChainOutlet } from '../../src/transform/outlet.ts';
import { wireText } from '../../src/document/wire-text.ts';
import { type Passed, passThrough } from './pass-through.ts';

export async function passStages(plan: Plan, lines: readonly string[]): Promise<Passed> {
  const isAlone = plan.steps.every(({ gather, looksUp, contest }) => !gather && !looksUp && !contest);
  if (isAlone) return passThrough(plan, lines);
  const documents: Record<string, string[]> = {};
  const rejects: string[] = [];
  const departures: string[] = [];
  const lost = new Map<string, number>();
  let line = 0;
  // What the chain says, and beside it what is rejected at a barrier.
  const outlet: ChainOutlet = {
    emit({ tape, entity, root }) {
      (documents[entity] ??= []).push(wireText(tape, root).toString());
      return 0;
    },
    check: () => undefined,
    reject: (_document, _step, { code, path }) => void rejects.push(JSON.stringify({ line, code, path })),
    leave: (_document, departure) => void departures.push(JSON.stringify({ line, as: departure.description })),
    made: () => undefined,
    drop(step, path, count) {
      const key = JSON.stringify({ path, step });
      lost.set(key, (lost.get(key) ?? 0) + count);
    },
    note: () => undefined,
  };
  const shards = lines.map((text, number) => givenShard(number, plan.sources[0]!.entity, [text]));
  await passDocuments(plan, shards, {
    sink: {
      check: () => undefined,
      take: () => 0,
      drain: () => Promise.resolve(),
      finish: () => Promise.resolve({ containers: [], files: {} }),
    },
    books: {
      tally: new Tally(),
      observe: () => undefined,
      rejects: {
        add: ({ origin, code, path }) => void rejects.push(JSON.stringify({ line: origin.shard + 1, code, path })),
      },
    },
    startedAt: 0,
    watch: () => outlet,
    onShard: ({ number }) => void (line = number + 1),
  });
  return {
    documents,
    rejects,
    lost: [...lost].map(([key, count]) => `${key.slice(0, -1)},"count":${count}}`),
    departures,
  };
}
