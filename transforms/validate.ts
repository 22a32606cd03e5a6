/** A document that is not as a JSON Schema wants it is rejected, with every reason. */
import { reject } from '../src/document/rejection.ts';
import { defineStep, type StepDefinition } from '../src/transform/step.ts';

const options = {
  schema: {
    type: 'file',
    use: 'schema',
    required: true,
    description: 'A JSON Schema (2020-12) beside the plan, as a JSON file.',
  },
} as const;

export const validate: StepDefinition<typeof options> = defineStep({
  name: 'validate',
  summary: 'Rejects the document when it does not fit a JSON Schema, and names every error with its path.',
  details: [
    'The schema is read with the plan, and counts as part of it, and so are the files that it refers to by relative references (`"$ref": "address.json#/$defs/zip"`); nothing is fetched from the network. What is no schema of 2020-12 is an error of the plan, and a keyword or format that means nothing is a warning.',
    'Ten errors are shown, and how many more there are; a document of more than 100,000 values names its first one only.',
    'Numbers are judged by their exact value, however long: 9007199254740993 is an integer and more than 9007199254740992, 19.99 is a multiple of 0.01. `const`, `enum` and `uniqueItems` compare by exact value as well.',
    'Patterns run in a time that grows with the text only, whatever the text is. What cannot be run so (looking ahead or behind, references back to a group, more than 1,000 repetitions) is refused with the plan. `format` is checked for date, time, date-time, duration, email, hostname, ipv4, ipv6, uri, uri-reference, uuid, json-pointer, relative-json-pointer, regex, byte, int32, int64, float and double.',
  ],
  examples: [
    {
      title: 'Every error with its path',
      plan: '- validate: order.schema.json',
      files: {
        'order.schema.json':
          '{\n  "type": "object",\n  "required": ["id", "total"],\n  "properties": {\n    "id": { "type": "string" },\n    "total": { "type": "number", "minimum": 0, "multipleOf": 0.01 }\n  }\n}\n',
      },
      given: '{"id":7,"total":-1}',
      rejects: 'VALIDATION_FAILED',
    },
    {
      title: 'What fits goes on as it is',
      plan: '- validate: order.schema.json',
      files: { 'order.schema.json': '{ "properties": { "total": { "type": "number", "multipleOf": 0.01 } } }\n' },
      given: '{"id":"7","total":19.990}',
      gives: { document: ['{"id":"7","total":19.990}'] },
    },
  ],
  options,
  short: [{ form: 'text', option: 'schema' }],
  effects: () => [],
  compile:
    ({ schema }) =>
    ({ tape, root }) => {
      const { shown, more } = schema.failuresOf(tape, root);
      const first = shown[0];
      if (first === undefined) return undefined;
      const list = shown.map(({ path, problem }) => `${path} ${problem}`).join('; ');
      const rest =
        more === undefined ? '; there may be more' : more > 0 ? `; and ${more.toLocaleString('en-US')} more` : '';
      return reject('VALIDATION_FAILED', `It does not fit ${schema.name}: ${list}${rest}.`, first.path);
    },
});
