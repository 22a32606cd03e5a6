/** What can a plan say about ancestors? */
import { parsePath, type Path } from '../../src/document/path.ts';
import { pathsTaken, type Taken } from '../../src/document/taken.ts';
import type { OptionsOf } from '../../src/transform/step.ts';

export const options = {
  parent: {
    type: 'path',
    many: false,
    required: true,
    description: 'Where a document holds the id of its parent; one with nothing or null there is a root.',
  },
  as: {
    type: 'path',
    many: false,
    default: '/ancestors',
    description: 'Where the list goes; it is empty for a root.',
  },
  of: {
    type: 'taken',
    default: '/id',
    description:
      'What stands for each ancestor: a path or a text with {/path} parts for the bare value, a list of paths to keep, or a map of properties, each with its path or text.',
  },
} as const;

export type Options = OptionsOf<typeof options>;

/** What parents are found by. */
export const ID: Path = parsePath('/id');

const ANCESTORS = parsePath('/ancestors');

export function targetOf({ as = ANCESTORS }: Options): Path {
  return as;
}

export function takenOf({ of = { bare: ID } }: Options): Taken {
  return of;
}

/** All that is asked of a document when it is the ancestor of another one; first where its parent is. */
export function placesAsked(given: Options): readonly Path[] {
  return [given.parent, ID, ...pathsTaken(takenOf(given)).filter(({ text }) => text !== ID.text)];
}
