/** Which documents does a step look up? Those of a reference, of an entity of the plan, or duplicates that were taken out. */
import { unknownEntity } from './entities.ts';
import { expectText } from './expect.ts';
import type { PlanNode } from './node.ts';
import { quoted } from './node.ts';
import type { StepPlace } from './step-place.ts';
import { didYouMean } from './suggestion.ts';

/** What lookups call the documents that `dedupe` has taken out. */
const DUPLICATES = 'duplicates';

export function readSideInput(node: PlanNode, what: string, place: StepPlace): string | undefined {
  const { problems, references, entities, madeLater, followsDedupe } = place;
  const name = expectText(node, what, problems, 'the name of a reference or an entity');
  if (name === undefined || references.includes(name) || entities.includes(name)) return name;
  if (name === DUPLICATES) {
    if (followsDedupe) return name;
    const message = `${what}: there are no duplicates here; a dedupe in front of this step would take them out.`;
    problems.error(node.offset, 'unknown-entity', message);
    return undefined;
  }
  if (madeLater.has(name)) {
    problems.error(node.offset, 'unknown-entity', `${what}: ${unknownEntity(node, name, place)}`);
    return undefined;
  }
  const known = [...references, ...entities];
  const meant = didYouMean(name, known) || `; known here: ${known.join(', ')}.`;
  problems.error(node.offset, 'unknown-entity', `${what}: there is no reference or entity ${quoted(name)}${meant}`);
  return undefined;
}
