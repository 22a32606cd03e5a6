// Which references of a plan are refused, and which are warned of?
import { describe, expect, it } from 'vitest';
import { problemText } from '../../src/plan/problem.ts';
import { readPlanText } from '../../src/plan/read.ts';

async function read(references: string, examples = ''): ReturnType<typeof readPlanText> {
  const text = `version: 1
name: refer
source: { file: in.ndjson, entity: doc }
references: ${references}
transforms:
  - lookup: { in: stocks, local: /a, foreign: /b, as: /c }
containers: { all: { entities: [doc], partitionKey: /id } }
${examples}`;
  return readPlanText('plan.yaml', text, { env: {}, lenientTarget: true });
}

const STOCKS = 'stocks: { file: stocks.ndjson }';

describe('references', () => {
  it.each([
    ['[stocks]', '"references" has to be a map'],
    ['{ stocks: { } }', 'The reference "stocks" needs "file"'],
    ['{ stocks: { file: "-" } }', 'The reference "stocks" cannot be read from standard input'],
    [`{ ${STOCKS}, doc: { file: d } }`, 'The reference "doc" is called as the documents of a source are'],
    ['{ stocks: { file: s, entity: x } }', 'The reference "stocks" has no key "entity"'],
    ['{ stocks: { file: s, selct: /a } }', 'has no key "selct"; did you mean "select"?'],
    ['{ stocks: { file: s, cosmos: x } }', 'is not available in this version'],
    [`{ ${STOCKS}, more: { file: m } }`, 'warning: No lookup reads the reference "more"'],
    ['{ stock: { file: s } }', 'there is no reference or entity "stocks"; did you mean "stock"?'],
  ])('%s', async (references, problem) => {
    const { problems } = await read(references);
    expect(problems.map(problemText).join('\n')).toContain(problem);
  });

  it('may be in any form that a source has', async () => {
    const { plan, problems } = await read(
      '{ stocks: { file: s.json, select: /all/*/x, maxDocument: 1kb, format: jsonc } }',
    );
    expect(problems).toEqual([]);
    expect(plan!.references).toMatchObject([{ entity: 'stocks', file: 's.json', maxDocument: 1024, format: 'jsonc' }]);
  });

  it('decide the hash', async () => {
    const hashes = await Promise.all(
      [`{ ${STOCKS} }`, '{ stocks: { file: other.ndjson } }'].map(async (text) => (await read(text)).plan!.hash),
    );
    expect(new Set(hashes).size).toBe(2);
  });

  it('are named in examples by their names', async () => {
    const example = (references: string): string => `examples: [{ given: {}, references: ${references}, rejected: x }]`;
    const problems = async (references: string): Promise<string> =>
      (await read(`{ ${STOCKS} }`, example(references))).problems.map(problemText).join();
    expect(await problems('{ stocks: [{ b: 1 }] }')).toBe('');
    expect(await problems('{ stock: [] }')).toContain('names the reference "stock"; did you mean "stocks"?');
    expect(await problems('{ stocks: 1 }')).toContain('a document or a list of them');
  });
});
