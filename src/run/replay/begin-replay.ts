/** Can this be replayed? A run into files that came to its end, with a plan that works record by record. */
import { Fatal } from '../../errors.ts';
import type { Plan } from '../../plan/plan.ts';
import type { SavedRun } from '../../state/saved-run.ts';
import { COMPLETE } from '../kept-files.ts';
import { savedCommand } from '../saved-command.ts';
import { secretChanges, secretsOf } from '../secrets.ts';
import { worksAcross } from '../surveys/levels.ts';

/** @throws Fatal when its rejects cannot be replayed */
export function refuseUnreplayable(saved: SavedRun, stateFolder: string): void {
  const { command, ended, sources } = saved;
  if (command === 'rehearse') {
    throw new Fatal('usage', `${stateFolder} is of a rehearsal, and a rehearsal is simply rehearsed again.`, {
      advice: `After the correction: ${savedCommand(saved, stateFolder)}`,
    });
  }
  if (saved.target.kind === 'cosmos') {
    throw new Fatal(
      'usage',
      `${stateFolder} is of a run into Cosmos DB, whose rejects cannot be replayed in this version.`,
      {
        advice:
          'Run the plan anew after the correction: what the containers have already, with equal content, counts as written.',
      },
    );
  }
  if (ended === COMPLETE) return;
  const anew = sources.some(({ size }) => size === undefined) ? ' --fresh' : '';
  throw new Fatal('usage', 'The run has not come to its end yet, and only then all its rejects are known.', {
    advice: `Finish it first: ${savedCommand(saved, stateFolder)}${anew}`,
  });
}

/** @throws Fatal when the plan is another one, its secrets are, or joins what a replay cannot join */
export function refusePlan(plan: Plan, saved: SavedRun): void {
  if (plan.name !== saved.planName) {
    throw new Fatal('usage', `${plan.file} is the plan "${plan.name}", and the rejects are of "${saved.planName}".`, {
      advice: 'Name the corrected plan with --plan; it keeps its name.',
    });
  }
  const [changed] = secretChanges(saved.secrets, secretsOf(plan).secrets);
  if (changed !== undefined) {
    throw new Fatal('usage', `The run has made its documents with another secret: ${changed}.`, {
      advice: 'Set it to what it was in the run, or run the plan anew with --fresh.',
    });
  }
  const across = plan.steps.find((step) => worksAcross(step, plan));
  if (across === undefined) return;
  throw new Fatal(
    'usage',
    `The step ${across.name} works across documents, so that one record alone cannot be replayed.`,
    {
      advice: 'Run the plan anew after the correction.',
    },
  );
}
