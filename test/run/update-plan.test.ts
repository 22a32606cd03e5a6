// Does --update write what came out, and leave every other byte of the plan alone?
import { describe, expect, it } from 'vitest';
import { readPlanText } from '../../src/plan/read.ts';
import { runExamples } from '../../src/run/examples.ts';
import { updatePlan } from '../../src/run/examples/update-plan.ts';

const OPTIONS = { env: {}, lenientTarget: true };

const HEAD = `# Why this plan is there.
version: 1
name: blog
source:   { file: posts.ndjson, entity: post }   # odd blanks
transforms:
  - split: { path: /comments, into: comment }
containers: { all: { entities: [post, comment], partitionKey: /id } }
`;

async function updated(text: string): Promise<{ readonly text: string; readonly passed: readonly boolean[] }> {
  const { plan } = await readPlanText('plan.yaml', text, OPTIONS);
  const result = await updatePlan(plan!, text, await runExamples(plan!), OPTIONS);
  const again = await runExamples(result.plan);
  return { text: result.text, passed: again.map(({ passed }) => passed) };
}

describe('--update', () => {
  it('writes what came out in the place of what was expected, with all digits, and keeps comments around it', async () => {
    const before = `${HEAD}examples:
  # The first one.
  - name: "first"   # its name
    given:
      id: p1
      big: 12345678901234567890
      price: 10.50
      odd: "it's: \\"quoted\\"\\u0007"
      word: 'yes'
      comments: [{ id: c1 }]
    expect:
      post:
        - { id: p1 }
    # Behind it.

  - given: { id: p2 }
    expect: { post: { id: p2 } }   # right already
target: { folder: out }
`;
    const { text, passed } = await updated(before);
    expect(passed).toEqual([true, true]);
    expect(text).toBe(
      before.replace(
        '      post:\n        - { id: p1 }\n',
        `      post:
        - { id: p1, big: 12345678901234567890, price: 10.50, odd: "it's: \\"quoted\\"\\u0007", word: 'yes' }
      comment:
        - { id: 'p1:c1' }
`,
      ),
    );
  });

  it('breaks long documents into blocks', async () => {
    const long = 'x'.repeat(60);
    const { text, passed } = await updated(
      `${HEAD}examples:\n- given: { id: p1, a: { b: [{ text: ${long} }, ${long}], c: {} } }\n  expect: {}\n`,
    );
    expect(passed).toEqual([true]);
    expect(text.slice(text.indexOf('  expect:'))).toBe(`  expect:
    post:
      - id: p1
        a:
          b:
            - { text: ${long} }
            - ${long}
          c: {}
`);
  });

  it('stays in one line where the example is, and is JSON in JSON', async () => {
    const flow = `${HEAD}examples: [{ given: { id: p1 }, expect: { comment: [] } }, { given: [], expect: {} }] # end\n`;
    expect((await updated(flow)).text).toBe(flow.replace('{ comment: [] }', '{ comment: [], post: [{ id: p1 }] }'));
    const json = JSON.stringify({
      version: 1,
      name: 'blog',
      source: { file: 'x', entity: 'post' },
      containers: { all: { entities: ['post'], partitionKey: '/id' } },
      examples: [{ given: { id: 'p1', t: 'a' }, expect: {} }],
    });
    const { text, passed } = await updated(json);
    expect(passed).toEqual([true]);
    expect(JSON.parse(text)).toMatchObject({ examples: [{ expect: { post: [{ id: 'p1', t: 'a' }] } }] });
  });

  it('keeps the line ends of Windows, and a byte order mark', async () => {
    const before = `\uFEFF${HEAD}examples:\n  - given: { id: p1 }\n    expect: {}\n`.replaceAll('\n', '\r\n');
    const { text } = await updated(before);
    expect(text).toBe(before.replace('expect: {}', 'expect:\r\n      post:\r\n        - { id: p1 }'));
  });

  it('leaves an empty list where nothing comes any more', async () => {
    const { text } = await updated(`${HEAD}examples:\n  - given: []\n    expect: { comment: { id: x } }\n`);
    expect(text).toContain('    expect:\n      comment: []\n');
  });

  it('changes nothing where only "contains" or "rejected" fail', async () => {
    const before = `${HEAD}examples:\n  - { given: { id: p1 }, contains: { post: { id: p2 } } }\n  - { given: [], rejected: x }\n`;
    expect(await updated(before)).toEqual({ text: before, passed: [false, false] });
  });

  it.each([
    'examples:\n  - { given: &a { post: { id: p1 } }, expect: *a }\n',
    'examples:\n  - { given: { id: p1 }, expect: &a { post: [] } }\n  - { given: { id: p2 }, contains: *a }\n',
  ])('refuses what it cannot write without changing something else: %j', async (examples) => {
    await expect(updated(HEAD + examples)).rejects.toThrow('cannot be updated without changing something else');
  });
});
