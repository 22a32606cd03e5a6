/** A value gets the type that the new model wants. */
import { MISSING, NULL } from '../src/document/tape.ts';
import { defineStep, type StepDefinition } from '../src/transform/step.ts';
import { failed } from './convert/failed.ts';
import { TARGETS } from './convert/targets.ts';

const options = {
  types: {
    type: 'map',
    keys: 'path',
    values: 'choice',
    choices: ['number', 'string', 'boolean', 'iso8601', 'epochSeconds', 'epochMillis'],
    required: true,
    description: 'The type for each path, in turn.',
  },
} as const;

export const convert: StepDefinition<typeof options> = defineStep({
  name: 'convert',
  summary: 'Changes the type of values; what cannot be converted rejects the document, missing and null stay.',
  options,
  short: [{ form: 'map', option: 'types' }],
  details: [
    '`number` takes text that is a number as JSON writes it (`12`, `-0.5`, `1e6`; no blanks, no plus, no leading zeros) and keeps its digits, also those that a double cannot hold: they are reported as `NUMBER_UNSAFE`. `string` takes numbers, by value (`1.0` is `1`), and booleans. `boolean` takes the texts `true` and `false` only. A value that has the type already stays, byte for byte.',
    '`epochSeconds` and `epochMillis` turn ISO 8601 text into that number, rounded down, also before 1970; a number rejects, since it does not say what it counts. `iso8601` turns numbers (seconds; from 1e11 on, either side of 0, milliseconds) and times with any offset into UTC with `Z`, with milliseconds only where there are some; what is finer is cut off. A text without offset is UTC, a plain date midnight. Times that the calendar does not have, leap seconds among them, reject.',
    'Objects and arrays are never converted: name what is inside of them, as in `/prices/*`. The step replaces what it converts; where text is wanted beside the number, `copy` it before.',
  ],
  examples: [
    {
      title: 'Columns that arrived as text',
      plan: '- convert: { /count: number, /active: boolean, /zip: string }',
      given: '{"id":"1","count":"12345678901234567890","active":"true","zip":8000}',
      gives: { document: ['{"id":"1","count":12345678901234567890,"active":true,"zip":"8000"}'] },
    },
    {
      title: 'Times of several kinds become one kind',
      plan: '- convert: { /log/*/at: iso8601 }',
      given: '{"id":"1","log":[{"at":1700000000},{"at":1700000000123},{"at":"2023-11-14T23:13:20+01:00"},{"at":null}]}',
      gives: {
        document: [
          '{"id":"1","log":[{"at":"2023-11-14T22:13:20Z"},{"at":"2023-11-14T22:13:20.123Z"},{"at":"2023-11-14T22:13:20Z"},{"at":null}]}',
        ],
      },
    },
    {
      title: 'A number that does not look like one rejects',
      plan: '- convert: { /count: number }',
      given: '{"id":"1","count":"1,000"}',
      rejects: 'CONVERT_FAILED',
    },
  ],
  effects: ({ types }) => types.map(({ key }) => ({ reads: [key] })),
  compile:
    ({ types }) =>
    (document) => {
      const { tape } = document;
      for (const { key, value: name } of types) {
        const target = TARGETS[name];
        const rejection = document.replace(key, (old) => {
          if (tape.kind(old) === NULL) return MISSING;
          return target.convert(tape, old) ?? failed(tape, old, key, name);
        });
        if (rejection !== undefined) return rejection;
      }
      return undefined;
    },
});
