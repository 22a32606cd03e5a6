/** What can a plan say about objects that are to become documents? */
import type { OptionsOf } from '../../src/transform/step.ts';

export const options = {
  path: {
    type: 'path',
    required: true,
    description: 'The embedded objects, also one of each element of an array. Missing and null stay as they are.',
  },
  into: { type: 'entity', required: true, description: 'What the documents are called in this plan.' },
  key: {
    type: 'paths',
    required: true,
    description:
      'What tells one object from another: the path of a value in it, or a list of them. Values are equal by type and exact value.',
  },
  id: {
    type: 'template',
    description: "The id of the document, over the object. Default: the object's own id, else the text of its key.",
  },
  replaceWith: {
    type: 'reference',
    default: '/id',
    description:
      'What takes the place of the object: the value at a path of the document, or properties beside it, each with the path of its value.',
  },
  onConflict: {
    type: 'choice',
    choices: ['reject', 'first', 'last', 'merge'],
    default: 'reject',
    description:
      'What becomes of an object whose key came before with other content: it goes to the rejects, or one stands for all, which is reported: the first one, the last one, or all laid over each other (merge).',
  },
} as const;

export type Options = OptionsOf<typeof options>;

/** What cannot be right although each option by itself is. */
export function problems({ path, key, replaceWith }: Options): readonly string[] {
  const found: string[] = [];
  if (key.length === 0) found.push('key names no path');
  for (const { text, many } of key)
    if (many) found.push(`key takes one value of each object, and ${text} can mean several`);
  const beside = replaceWith === undefined || 'text' in replaceWith ? undefined : replaceWith;
  if (beside?.length === 0) found.push('replaceWith names no property');
  for (const { key: name, value } of beside ?? [])
    if (value.many) found.push(`replaceWith takes one value for "${name}", and ${value.text} can mean several`);
  if (beside !== undefined && path.segments.at(-1)!.each)
    found.push(
      `nothing can stand beside an element of ${path.text.replace(/\/\*$/, '')}: write replaceWith as one path, such as /id`,
    );
  return found;
}
