/** A value gets another name, or another place in the document. */
import { align, isSamePath, withinElements } from '../src/document/aligned.ts';
import { moveTo } from '../src/document/move.ts';
import { defineStep, type StepDefinition } from '../src/transform/step.ts';

const options = {
  paths: {
    type: 'map',
    keys: 'path',
    values: 'path',
    required: true,
    description: 'The new path for each old one, in turn; paths with a * move within each element.',
  },
} as const;

export const rename: StepDefinition<typeof options> = defineStep({
  name: 'rename',
  summary: 'Moves values to other names or places; what is missing stays missing.',
  options,
  short: [{ form: 'map', option: 'paths' }],
  overwrites: true,
  check: ({ paths }) =>
    paths.flatMap(({ key: from, value: to }) => {
      if (isSamePath(from, to)) return [`${from.text} is moved to itself.`];
      if (align(from, to) !== undefined) return [];
      return [
        `${from.text} cannot be moved to ${to.text}: a value moves within one element, so both paths have to be the same up to their last * and go on behind it.`,
      ];
    }),
  effects: ({ paths }) => paths.map(({ key, value }) => ({ reads: [key], removes: [key], writes: [value] })),
  compile({ paths }, { overwrite }) {
    const moves = paths.map(({ key, value }) => align(key, value)!);
    return (document, context) => {
      for (const { elements, from, to } of moves) {
        const rejection = withinElements(document, elements, (within) => moveTo(within, from, to, overwrite, context));
        if (rejection !== undefined) return rejection;
      }
      return undefined;
    };
  },
});
