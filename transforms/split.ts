/** Every element of an array becomes a document of its own: the cure for arrays that grow without a bound. */
import type { StepDefinition } from '../src/transform/step.ts';
import { effects } from './split/effects.ts';
import { options, problems } from './split/options.ts';
import { Splitter } from './split/splitter.ts';

export const split: StepDefinition<typeof options> = {
  name: 'split',
  summary: 'Makes a document of every element of an array; the array leaves the document, or leaves a subset.',
  options,
  overwrites: true,
  makes: ({ into }) => [into],
  check: (given) => problems(given),
  effects: (given) => effects(given),
  compile(given, { overwrite }) {
    const splitter = new Splitter(given, overwrite);
    return (document, context) => splitter.apply(document, context);
  },
};
