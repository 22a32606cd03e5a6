/** Which documents go on at all? */
import { defineStep, FILTERED, type StepDefinition } from '../src/transform/step.ts';

const options = {
  condition: {
    type: 'condition',
    required: true,
    description: 'An expression over `doc` that is true for the documents that go on.',
  },
} as const;

export const where: StepDefinition<typeof options> = defineStep({
  name: 'where',
  summary: 'Keeps the documents for which an expression is true; the rest is counted as filtered.',
  details: [
    'A missing property reads as null, so that `doc.status == "active"` is false where there is no status. Null has no order: `doc.age >= 18` is an error where the age is missing, and rejects the document with `EXPRESSION_FAILED`; `doc.age != null && doc.age >= 18` filters it instead. What expressions can say is in [the plan language](plan-language.md#expressions).',
  ],
  examples: [
    {
      title: 'Only the open orders of some size',
      plan: `- where: "doc.status == 'open' && doc.lines.exists(line, line.qty >= 10)"`,
      given: '{"id":"1","status":"open","lines":[{"qty":2},{"qty":12}]}',
      gives: { document: ['{"id":"1","status":"open","lines":[{"qty":2},{"qty":12}]}'] },
    },
    {
      title: 'What is not true leaves the run',
      plan: '- where: doc.archived != true',
      given: '{"id":"1","archived":true}',
      gives: { document: [] },
    },
    {
      title: 'What is neither true nor false is an error',
      plan: '- where: doc.active',
      given: '{"id":"1","active":"yes"}',
      rejects: 'EXPRESSION_FAILED',
    },
  ],
  options,
  short: [{ form: 'text', option: 'condition' }],
  effects: ({ condition }) => [{ reads: condition.paths }],
  compile:
    ({ condition }) =>
    (document, context) => {
      const answer = condition.holds(document, context.startedAt);
      if (answer === true) return undefined;
      return answer === false ? FILTERED : answer;
    },
});
