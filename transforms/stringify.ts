/** Numbers become strings, because the service keeps doubles only, or because they are names rather than quantities. */
import { stringifyDocument, stringifyNumbers } from '../src/document/stringify-numbers.ts';
import { defineStep, type StepDefinition } from '../src/transform/step.ts';

const options = {
  paths: {
    type: 'paths',
    root: true,
    description: 'Numbers, or objects and arrays whose numbers are meant at any depth. Default: the whole document.',
  },
  numbers: {
    type: 'choice',
    choices: ['all', 'unsafe'],
    default: 'all',
    description: 'all numbers there, or only unsafe ones: those that a double cannot hold.',
  },
} as const;

export const stringify: StepDefinition<typeof options> = defineStep({
  name: 'stringify',
  summary: 'Turns numbers into strings with all their digits.',
  options,
  short: [
    { form: 'list', option: 'paths' },
    { form: 'text', option: 'numbers', only: ['unsafe'] },
  ],
  details: [
    'Cosmos DB keeps numbers as doubles, and so do most clients: an integer beyond 2^53 or a decimal of many digits comes back as another number. `stringify: unsafe` turns exactly those into text, wherever they stand, with the digits that the source has; paths turn all numbers at and below them into text by value (`1.0` becomes `1`), and with `numbers: unsafe` only the unsafe ones there. Text, booleans and null stay.',
  ],
  examples: [
    {
      title: 'Numbers that a double cannot hold',
      plan: '- stringify: unsafe',
      given: '{"id":"1","account":12345678901234567890,"amount":12.50}',
      gives: { document: ['{"id":"1","account":"12345678901234567890","amount":12.50}'] },
    },
    {
      title: 'Numbers that are names',
      plan: '- stringify: [/zip, /lines/*/sku]',
      given: '{"id":"1","zip":8000,"lines":[{"sku":7,"qty":2}]}',
      gives: { document: ['{"id":"1","zip":"8000","lines":[{"sku":"7","qty":2}]}'] },
    },
  ],
  check: ({ paths, numbers }) =>
    paths === undefined && numbers === undefined ? ['say which numbers: paths, or unsafe for every unsafe one.'] : [],
  effects: ({ paths = [] }) => [{ reads: paths }],
  compile: ({ paths, numbers = 'all' }) => {
    const places = paths?.filter((path) => path.segments.length > 0);
    const everywhere = places === undefined || places.length < paths!.length;
    return (document) => {
      const { tape } = document;
      if (everywhere) document.root = stringifyDocument(tape, document.root, numbers);
      else if (numbers === 'all' || tape.hasSuspects)
        for (const path of places) document.replace(path, (value) => stringifyNumbers(tape, value, numbers));
      return undefined;
    };
  },
});
