/** What can a plan say about documents of which one is to stay? */
import type { OptionsOf } from '../../src/transform/step.ts';

export const options = {
  key: {
    type: 'paths',
    required: true,
    description:
      'What documents have in common of which one is to stay: the path of a value, or a list of them. Numbers are equal as doubles; a missing value is null.',
  },
  keep: {
    type: 'choice',
    choices: ['first', 'last', 'newest', 'oldest', 'merge'],
    default: 'first',
    description:
      'Which one stays: the first or last in the order of the source, the one with the largest or smallest value at `by`, or one with the properties of all of them.',
  },
  by: {
    type: 'path',
    many: false,
    description:
      'The path that newest and oldest compare, as `keep.by` of split does. With merge it says which values are later; default there: the order of the source.',
  },
} as const;

export type Options = OptionsOf<typeof options>;

/** What cannot be right although each option by itself is. */
export function problems({ key, keep = 'first', by }: Options): readonly string[] {
  const found: string[] = [];
  if (key.length === 0) found.push('key names nothing that documents could have in common');
  for (const path of key)
    if (path.many) found.push(`key takes one value of each document, and ${path.text} can mean several`);
  if ((keep === 'newest' || keep === 'oldest') && by === undefined)
    found.push(
      `keep: ${keep} needs by: the path whose value says how new a document is. Documents of Cosmos DB have /_ts`,
    );
  if ((keep === 'first' || keep === 'last') && by !== undefined)
    found.push(`by has no meaning beside keep: ${keep}, only beside newest, oldest and merge`);
  return found;
}
