/** What can a plan say about a split? */
import type { OptionsOf } from '../../src/transform/step.ts';

export const options = {
  path: {
    type: 'path',
    required: true,
    description: 'The array. It leaves the document; missing and null stay as they are.',
  },
  into: { type: 'entity', required: true, description: 'What the new documents are called in this plan.' },
  link: {
    type: 'map',
    keys: 'property',
    values: 'path',
    description: 'Values of the document that every child carries, by property of the child.',
  },
  id: {
    type: 'template',
    scopes: ['parent', '^', '#'],
    description:
      'The id of a child, over the child; {parent/…} is the document, {^/…} the enclosing element, {#} the position. Default: "{parent/id}:{/id}", or "{parent/id}:{#}" where the element has no id.',
  },
  omit: {
    type: 'paths',
    description: 'Properties that the children leave out; they are dropped first, before link, index and id.',
  },
  keep: {
    type: 'object',
    description: 'A subset of the elements that stays in the document.',
    options: {
      as: { type: 'property', required: true, description: 'The property that holds the subset, beside the array.' },
      newest: {
        type: 'integer',
        minimum: 1,
        description: 'So many elements with the largest value at `by`, newest first.',
      },
      oldest: {
        type: 'integer',
        minimum: 1,
        description: 'So many elements with the smallest value at `by`, oldest first.',
      },
      first: { type: 'integer', minimum: 1, description: 'So many elements from the start of the array.' },
      last: { type: 'integer', minimum: 1, description: 'So many elements from the end of the array, in its order.' },
      all: { type: 'boolean', description: 'All elements.' },
      by: {
        type: 'path',
        many: false,
        root: true,
        description:
          'The path in an element that newest and oldest compare: numbers, ISO 8601 times as instants, other text by code unit.',
      },
      pick: { type: 'paths', description: 'Only these properties of the kept elements.' },
      ids: { type: 'boolean', description: 'Only the ids of the children.' },
    },
  },
  children: {
    type: 'choice',
    choices: ['all', 'rest'],
    default: 'all',
    description: 'Which elements become documents: all, or only the rest, those not kept.',
  },
  index: { type: 'property', description: 'A property of the child that gets the place in the array, from 0.' },
  value: {
    type: 'property',
    default: 'value',
    description: 'The property of the child that holds an element which is no object.',
  },
  count: { type: 'property', description: 'A property beside the array that gets its length.' },
  lenient: {
    type: 'boolean',
    default: false,
    description: 'Take a value that is no array as its only element, instead of rejecting the document.',
  },
  onReject: {
    type: 'choice',
    choices: ['document', 'family'],
    default: 'document',
    description: 'What falls when one is rejected: that document alone, or document and children together (family).',
  },
} as const;

export type Options = OptionsOf<typeof options>;

const SUBSETS = ['newest', 'oldest', 'first', 'last', 'all'] as const;

/** What cannot be right although each option by itself is. */
export function problems({ path, link, keep, children, count }: Options): readonly string[] {
  const found: string[] = [];
  if (path.segments.at(-1)!.each)
    found.push(`path names the array itself: write ${path.text.replace(/\/\*$/, '')} without the closing *`);
  if (keep !== undefined) {
    const named = SUBSETS.filter((name) => keep[name] !== undefined && keep[name] !== false);
    if (named.length !== 1)
      found.push(
        `keep needs exactly one of ${SUBSETS.join(', ')}, found ${named.length === 0 ? 'none' : named.join(' and ')}`,
      );
    const ordered = keep.newest !== undefined || keep.oldest !== undefined;
    if (ordered && keep.by === undefined) found.push('keep needs by: the path whose value says how new an element is');
    if (!ordered && keep.by !== undefined) found.push('keep.by has a meaning only beside newest or oldest');
    if (keep.pick !== undefined && keep.ids === true) found.push('keep takes pick or ids, not both');
    if (keep.ids === true && children === 'rest')
      found.push('keep.ids are those of children, and with children: rest what is kept becomes none');
    if (keep.as === count) found.push(`keep.as and count are both called "${count}"`);
  }
  for (const { key, value } of link ?? [])
    if (value.many) found.push(`link takes one value for "${key}", and ${value.text} can mean several`);
  if (children === 'rest' && keep === undefined)
    found.push('children: rest needs keep, which says what is not the rest');
  return found;
}
