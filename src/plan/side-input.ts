/** Which reference does a step name? */
import { expectText } from './expect.ts';
import { notAvailable } from './keys.ts';
import type { PlanNode } from './node.ts';
import { quoted } from './node.ts';
import type { StepPlace } from './step-place.ts';
import { didYouMean } from './suggestion.ts';

export function readSideInput(node: PlanNode, what: string, place: StepPlace): string | undefined {
  const { problems, references, entities, madeLater } = place;
  const name = expectText(node, what, problems, 'the name of a reference');
  if (name === undefined || references.includes(name)) return name;
  if (entities.includes(name) || madeLater.has(name) || name === 'duplicates') {
    const of = name === 'duplicates' ? 'duplicates' : `${quoted(name)}, documents of the plan itself,`;
    notAvailable(node.offset, `Looking up ${of}`, problems);
    return undefined;
  }
  const known =
    references.length === 0
      ? '; the plan has none: references: { name: { file: … } }.'
      : `; known here: ${references.join(', ')}.`;
  const meant = didYouMean(name, references) || known;
  problems.error(node.offset, 'unknown-entity', `${what}: there is no reference ${quoted(name)}${meant}`);
  return undefined;
}
