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
  details: [
    "An object lifts its properties with joined names, `depth` levels down; `prefix` goes before the names instead of the object's own name. An array of objects lifts the properties of each element by their bare names; elements that are no objects become `name`, `name_2`… with the name of the array. Arrays inside, and empty objects inside, stay values. Null, scalars and what is missing stay as they are; an empty object or array leaves nothing, and is counted as lost.",
    'A property that is there already keeps its name, wherever it stands; a lifted one of the same name becomes `email_2`, then `email_3` (`onConflict: number`), which is reported (`FLATTEN_COLLISION`), unless `onConflict` says otherwise. Nothing is lost with `number` and `array`; `first` and `last` count what goes. `path: /` flattens each object of the first level. `nest` is the inverse.',
  ],
  examples: [
    {
      title: 'An object',
      plan: '- flatten: /address',
      given: '{"id":"1","address":{"city":"Bern","geo":{"lat":46.95}},"name":"Ada"}',
      gives: { document: ['{"id":"1","address_city":"Bern","address_geo":{"lat":46.95},"name":"Ada"}'] },
    },
    {
      title: 'An array of contact details',
      plan: '- flatten: /contactDetails',
      given:
        '{"id":"1","contactDetails":[{"email":"a@example.org"},{"phone":"1","extension":5},{"email":"b@example.org"}]}',
      gives: { document: ['{"id":"1","email":"a@example.org","phone":"1","extension":5,"email_2":"b@example.org"}'] },
    },
    {
      title: 'Several levels with names of their own',
      plan: "- flatten: { path: /address, prefix: '', depth: 2, separator: . }",
      given: '{"id":"1","address":{"city":"Bern","geo":{"lat":46.95}}}',
      gives: { document: ['{"id":"1","city":"Bern","geo.lat":46.95}'] },
    },
  ],
  check: ({ path }) =>
    path.segments.at(-1)?.each === true
      ? [`${path.text} means the elements of an array, which have no names; write the path of the array itself.`]
      : [],
  compile(given) {
    const flattener = new Flattener(given);
    return (document, context) => flattener.apply(document, context);
  },
});
