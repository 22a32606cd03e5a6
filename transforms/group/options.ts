/** What can a plan say about documents that are to become one? */
import type { Path } from '../../src/document/path.ts';
import { pathsTaken } from '../../src/document/taken.ts';
import type { OptionsOf } from '../../src/transform/step.ts';

export const options = {
  key: {
    type: 'named',
    required: true,
    description:
      'What documents of one group have in common, as properties of the result: `{ name: /path }` or `{ name: "{/template}" }`; a list of paths uses their last names. Values are equal by type and exact value.',
  },
  into: { type: 'entity', required: true, description: 'What the results are called in this plan.' },
  id: {
    type: 'template',
    description: 'The id of the result, over its properties. Default: the parts of the key, joined by ":".',
  },
  gather: {
    type: 'map',
    keys: 'property',
    values: 'object',
    options: {
      pick: {
        type: 'picked',
        description:
          'What is gathered of each document: an object with what is at the paths of a list, or the bare value at one path. Default: the whole document.',
      },
      by: {
        type: 'path',
        many: false,
        description: 'In which order, ascending. Default: in the order of the source.',
      },
    },
    description: 'Lists of what is in the documents, by the property that holds them.',
  },
  aggregate: {
    type: 'map',
    keys: 'property',
    values: 'aggregate',
    description:
      'Values computed from those of the documents, by the property that holds them: `count`, `sum /path`, `avg /path`, `min /path`, `max /path`, `first /path`, `last /path`. Nulls count for nothing.',
  },
  latest: {
    type: 'path',
    many: false,
    description:
      'All properties but the id of the document with the largest value at this path; of equal ones the first.',
  },
  merge: {
    type: 'path',
    many: false,
    description:
      'All properties but the id of all documents, each with its newest value: they are laid over each other in the order of this path, of equal ones the first in the source first.',
  },
  consume: {
    type: 'boolean',
    default: true,
    description: 'Whether the documents end in their group. With false they stay in the run, too.',
  },
} as const;

export type Options = OptionsOf<typeof options>;

/** What it reads of the documents that it gathers. */
export function placesRead({ key, gather = [], aggregate = [], latest, merge }: Options): readonly Path[] {
  return [
    ...key.flatMap(({ of }) => ('path' in of ? [of.path] : of.template.paths)),
    ...gather.flatMap(({ value: { pick, by } }) => [...(pick === undefined ? [] : pathsTaken(pick)), by ?? []].flat()),
    ...aggregate.flatMap(({ value: { path } }) => path ?? []),
    latest ?? merge ?? [],
  ].flat();
}

/** What cannot be right although each option by itself is. */
export function problems({ key, gather = [], aggregate = [], latest, merge }: Options): readonly string[] {
  const found: string[] = [];
  if (latest !== undefined && merge !== undefined)
    found.push('latest takes the properties of the newest document alone, and merge those of all: keep one of the two');
  if (key.length === 0) found.push('key names nothing that documents could have in common');
  for (const { name, of } of key)
    if ('path' in of && of.path.many)
      found.push(`key takes one value of each document, and ${of.path.text} can mean several for "${name}"`);
  const names = [...key.map(({ name }) => name), ...gather.map((one) => one.key), ...aggregate.map((one) => one.key)];
  for (const name of new Set(names)) {
    if (name === 'id') found.push('the id of the result is what id says: give the property another name than "id"');
    else if (names.indexOf(name) !== names.lastIndexOf(name)) found.push(`two properties would be called "${name}"`);
  }
  return found;
}
