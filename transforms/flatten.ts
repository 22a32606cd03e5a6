/** What is nested becomes properties side by side, as analytical mirrors and unique keys want them. */
import { Flattener } from './flatten/flattener.ts';
import { defineStep, type StepDefinition } from '../src/transform/step.ts';

const options = {
  path: {
    type: 'path',
    required: true,
    root: true,
    description: 'An object or an array of objects, which goes; / means every object on the first level.',
  },
  prefix: {
    type: 'text',
    description: 'Goes before the names lifted from objects, instead of the name of the object and the separator.',
  },
  separator: { type: 'text', default: '_', description: 'Joins names with each other, and with numbers.' },
  depth: { type: 'integer', minimum: 1, default: 1, description: 'How many levels of objects are lifted.' },
  onConflict: {
    type: 'choice',
    choices: ['number', 'first', 'last', 'array', 'reject'],
    default: 'number',
    description:
      'Where a name is taken already: number the later ones (email_2), keep the first or the last value, make an array of all, or reject the document.',
  },
} as const;

export const flatten: StepDefinition<typeof options> = defineStep({
  name: 'flatten',
  summary: 'Lifts the properties of an object, or of the objects in an array, to where it stands.',
  options,
  short: [{ form: 'text', option: 'path' }],
  check: ({ path }) =>
    path.segments.at(-1)?.each === true
      ? [`${path.text} means the elements of an array, which have no names; write the path of the array itself.`]
      : [],
  compile(given) {
    const flattener = new Flattener(given);
    return (document, context) => flattener.apply(document, context);
  },
});
