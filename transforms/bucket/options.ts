/** What can a plan say about buckets? */
import { lastName, type Path } from '../../src/document/path.ts';
import type { OptionsOf } from '../../src/transform/step.ts';

export const options = {
  path: {
    type: 'path',
    required: true,
    description: 'The array. It leaves the document; missing and null stay as they are.',
  },
  into: { type: 'entity', required: true, description: 'What the buckets are called in this plan.' },
  size: { type: 'integer', minimum: 1, description: 'How many elements a bucket holds at most.' },
  bytes: {
    type: 'integer',
    minimum: 1,
    description:
      "How many bytes the text of a bucket's document has at most, also that of bucket 0 when it is kept; an element that is larger alone stands alone.",
  },
  property: {
    type: 'property',
    description: "The property of a bucket that holds its elements. Default: the array's name.",
  },
  link: {
    type: 'map',
    keys: 'property',
    values: 'path',
    description: 'Values of the document that every bucket carries, by property of the bucket.',
  },
  id: {
    type: 'template',
    scopes: ['parent', '^', '#'],
    description:
      'The id of a bucket, over the bucket as it begins: with its link and its first element; {parent/…} is the document, {^/…} the enclosing element, {#} the number of the bucket, from 0. Default: "{parent/id}:{#}".',
  },
  keepFirst: {
    type: 'boolean',
    default: false,
    description: 'Leave bucket 0 where the array was, so that the next one, the first document, is 1.',
  },
  continuation: {
    type: 'property',
    description: 'A property beside the array that lists the ids of the buckets that are documents, if any.',
  },
} as const;

export type Options = OptionsOf<typeof options>;

/** What the array is called in a bucket. */
export function propertyOf({ path, property }: Options): string {
  return property ?? lastName(path);
}

/** What cannot be right although each option by itself is. */
export function problems(given: Options): readonly string[] {
  const { path, size, bytes, link = [], keepFirst, continuation } = given;
  const found: string[] = [];
  const property = propertyOf(given);
  if (path.segments.at(-1)!.each)
    found.push(`path names the array itself: write ${path.text.replace(/\/\*$/, '')} without the closing *`);
  if (size === undefined && bytes === undefined) found.push('say how large a bucket may be: size, bytes or both');
  if (property === 'id') found.push('property cannot be "id", which is the id of the bucket');
  for (const { key, value } of link) {
    if (value.many) found.push(`link takes one value for "${key}", and ${value.text} can mean several`);
    if (key === 'id') found.push('link cannot write "id", which is the id of the bucket; write a template for id');
    if (key === property) found.push(`link and the elements are both called "${key}"; name another property`);
  }
  if (keepFirst === true && isNameOf(path, continuation))
    found.push(`continuation is called "${continuation}", as the array that keepFirst leaves`);
  return found;
}

function isNameOf(path: Path, name: string | undefined): boolean {
  return path.segments.at(-1)!.key.name === name;
}
