/**
 * What is left of a plan for a filter? One of its sources, all steps, and in the place of its containers the entities
 * that are wanted: each document stands on one line, however many containers take it.
 */
import { Fatal } from '../../errors.ts';
import type { ContainerPlan, Plan, SourcePlan } from '../../plan/plan.ts';
import { worksAcross } from '../surveys/levels.ts';

export interface Wanted {
  /** The entity of the source that the documents are of; needed where a plan has several. */
  readonly source?: string | undefined;
  /** Only documents of this entity. */
  readonly entity?: string | undefined;
  /** Lines tell their entity. @default false */
  readonly tagged?: boolean | undefined;
}

/** @throws Fatal when that cannot be told, or a step needs to see all documents */
export function transformPlan(plan: Plan, { source, entity, tagged = false }: Wanted): Plan {
  const across = plan.steps.find((step) => worksAcross(step, plan));
  if (across !== undefined) {
    throw new Fatal('usage', `The step ${across.name} works across documents, and a filter sees only some of them.`, {
      advice: `Run the whole: remodel run ${plan.file} --to <dir>`,
    });
  }
  const from = { ...sourceIn(plan, source), file: '-' };
  const taken = plan.containers.flatMap((container) => container.entities.map((name) => ({ name, container })));
  const names = [...new Set(taken.map(({ name }) => name))];
  if (entity === undefined && !tagged && names.length > 1) {
    throw new Fatal('usage', `The plan gives documents of several entities (${names.join(', ')}).`, {
      advice: `Choose one with --entity <name>, or add --tagged for lines like {"entity":"${names[0]!}","doc":{…}}.`,
    });
  }
  if (entity !== undefined && !names.includes(entity)) {
    throw new Fatal('usage', `No container takes documents of an entity ${JSON.stringify(entity)}.`, {
      advice: `The plan gives ${names.join(', ')}.`,
    });
  }
  const containers = names
    .filter((name) => entity === undefined || name === entity)
    .map((name): ContainerPlan => {
      const { container } = taken.find((one) => one.name === name)!;
      return { ...container, label: name, entities: [name] };
    });
  return { ...plan, sources: [from], containers };
}

function sourceIn({ sources }: Plan, wanted: string | undefined): SourcePlan {
  const names = sources.map(({ entity }) => entity);
  if (wanted === undefined && sources.length > 1) {
    throw new Fatal('usage', `The plan has several sources (${names.join(', ')}), and standard input is one of them.`, {
      advice: `Say which: --source ${names[0]!}`,
    });
  }
  const found = wanted === undefined ? sources[0] : sources.find(({ entity }) => entity === wanted);
  if (found !== undefined) return found;
  throw new Fatal('usage', `The plan has no source ${JSON.stringify(wanted)}.`, {
    advice: `Its sources are ${names.join(', ')}.`,
  });
}
