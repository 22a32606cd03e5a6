// Passes lines of JSON through the steps of a plan, also through those that work across documents or look them up.
import type { Plan } from '../../src/plan/plan.ts';
import { givenShard } from '../../src/run/examples/given-shard.ts';
import { passDocuments } from '../../src/run/pass-documents.ts';
import { Tally } from '../../src/report/tally.ts';
import { Collected, type Passed, passThrough } from './pass-through.ts';

export async function passStages(plan: Plan, lines: readonly string[]): Promise<Passed> {
  const isAlone = plan.steps.every(({ gather, looksUp, contest }) => !gather && !looksUp && !contest);
  if (isAlone) return passThrough(plan, lines);
  const collected = new Collected();
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
        // What a barrier rejects, the chain does not say.
        add: (reject) => collected.reject(reject.origin.shard + 1, reject),
      },
    },
    startedAt: 0,
    watch: () => collected.outlet,
    onShard: ({ number }) => void (collected.line = number + 1),
  });
  return collected.passed;
}
