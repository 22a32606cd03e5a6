// Do examples of a plan pass when they should, fail when they should, and say in what they differ?
import { describe, expect, it } from 'vitest';
import { readPlanText } from '../../src/plan/read.ts';
import type { ExampleResult } from '../../src/report/example-result.ts';
import { runExamples } from '../../src/run/examples.ts';
import { findStep, stepNames } from '../../src/transform/registry.ts';
import { inOrder } from './in-order.ts';
import { planIn } from './running.ts';

const PLAN = `version: 1
name: blog
source: { file: no-such-file.ndjson, entity: post }
transforms:
  - split: { path: /comments, into: comment, link: { postId: /id }, count: n }
containers:
  posts: { entities: [post], partitionKey: /id }
  comments: { entities: [comment], partitionKey: /postId }
examples:
`;

async function tested(example: string, plan: string = PLAN): Promise<ExampleResult> {
  const results = await runExamples(
    await planIn('/nowhere', `${plan}  - ${example.trim().replaceAll('\n', '\n    ')}\n`),
  );
  expect(results).toHaveLength(1);
  return results[0]!;
}

/** `missing post p1 /n 3 -`: kind, document, path, expected, found. */
function lines({ differences }: ExampleResult): string[] {
  return differences.map(({ kind, entity, id = '?', path, expected = '-', found = '-' }) =>
    [kind, entity, id, path, expected, found].join(' '),
  );
}

describe('an example passes', () => {
  it.each<[what: string, example: string]>([
    [
      'when exactly these documents come out',
      '{ given: { id: a, comments: [{ id: c }] }, expect: { post: { id: a, n: 1 }, comment: { id: "a:c", postId: a } } }',
    ],
    [
      'whatever the order of keys',
      '{ given: { id: a, b: 1, c: { d: 1, e: 2 } }, expect: { post: [{ c: { e: 2, d: 1 }, b: 1, id: a }] } }',
    ],
    ['whatever the order of documents', '{ given: [{ id: a }, { id: b }], expect: { post: [{ id: b }, { id: a }] } }'],
    [
      'when numbers have the same value, however they are written',
      '{ given: { id: a, x: 1.0, y: 1e3 }, expect: { post: { id: a, x: 1, y: 1000.0 } } }',
    ],
    ['without the properties of the service', '{ given: { id: a, _ts: 5, _etag: x }, expect: { post: { id: a } } }'],
    ['when nothing comes of nothing', '{ given: [], expect: { post: [], comment: [] } }'],
    [
      'when what it contains is there, and more',
      '{ given: [{ id: a, b: { c: 1, d: 2 } }, { id: b }], contains: { post: { b: { c: 1 } } } }',
    ],
    [
      'when two documents contain what is looked for, whichever fits',
      '{ given: [{ id: a, x: 1, y: 1 }, { id: b, x: 1 }], contains: { post: [{ x: 1 }, { x: 1, y: 1 }] } }',
    ],
    ['when a step rejects with this code', '{ given: { id: a, comments: 5 }, rejected: NOT_AN_ARRAY }'],
    ['when a container rejects with a message that holds this', '{ given: { id: 5 }, rejected: "is of type number" }'],
    [
      'when all that is rejected is told, beside what comes out',
      '{ given: [{ id: a }, { id: 5 }, { id: b, comments: x }], expect: { post: { id: a } }, rejected: [ID_INVALID, NOT_AN_ARRAY] }',
    ],
    ['when what is given is no document', '{ given: [5], rejected: LINE_INVALID }'],
    ['when an equal document comes twice and is one', '{ given: [{ id: a }, { id: a }], expect: { post: { id: a } } }'],
  ])('%s', async (_, example) => {
    const result = await tested(example);
    expect({ ...result, differences: lines(result) }).toMatchObject({ differences: [], notRejected: [], passed: true });
  });

  it('when a unique key is taken', async () => {
    const plan = PLAN.replace('partitionKey: /id', 'partitionKey: /blog, uniqueKeys: [/slug]');
    const example =
      '{ given: [{ id: a, slug: s }, { id: b, slug: s }], expect: { post: { id: a, slug: s } }, rejected: UNIQUE_KEY_CONFLICT }';
    expect(await tested(example, plan)).toMatchObject({ passed: true });
  });

  it('in a plan with several sources, by entity', async () => {
    const plan = `version: 1
name: two
sources: { book: { file: b.ndjson }, review: { file: r.ndjson } }
transforms: [type: type]
containers: { all: { entities: [book, review], partitionKey: /id } }
examples:
`;
    const example = `given: { review: [{ id: r }], book: { id: b } }
expect: { book: { id: b, type: book }, review: { id: r, type: review } }`;
    expect(await tested(example, plan)).toMatchObject({ passed: true });
    expect((await tested(example.replace('review: [{ id: r }], ', ''), plan)).differences).toHaveLength(1);
  });

  it('once for a document that goes into two containers', async () => {
    const plan = PLAN.replace('containers:', 'containers:\n  copies: { entities: [post], partitionKey: /id }');
    expect(await tested('{ given: { id: a }, expect: { post: { id: a } } }', plan)).toMatchObject({ passed: true });
  });

  it('of steps across documents, which see those of the example only', async () => {
    const text = `version: 1
name: sorted
source: { file: x.ndjson, entity: post }
transforms: [inOrder: { by: rank, into: sorted }, type: type]
containers: { all: { entities: [sorted, post], partitionKey: /id } }
examples:
  - { given: [{ id: a, rank: 2 }, { id: b, rank: 1 }], expect: { sorted: [{ id: b, rank: 1, type: sorted }, { id: a, rank: 2, type: sorted }] } }
`;
    const vocabulary = {
      findStep: (name: string) => (name === 'inOrder' ? inOrder : findStep(name)),
      stepNames: [...stepNames, 'inOrder'],
    };
    const { plan } = await readPlanText('/nowhere/plan.yaml', text, { env: {}, lenientTarget: true, vocabulary });
    expect(await runExamples(plan!)).toMatchObject([{ passed: true }]);
  });
});

describe('an example fails', () => {
  it.each<{ what: string; example: string; says: readonly string[] }>([
    {
      what: 'with the place and the digits of what is different, missing and extra',
      example:
        '{ given: { id: a, n: 12345678901234567890, x: "1", deep: [{ a: [1, 2] }] }, expect: { post: { id: a, n: 12345678901234567891, y: null, x: 1, deep: [{ a: [1, 3] }] } } }',
      says: [
        'different post a /n 12345678901234567891 12345678901234567890',
        'missing post a /y null -',
        'different post a /x 1 "1"',
        'different post a /deep/0/a/1 3 2',
      ],
    },
    {
      what: 'with keys that need quotes in a path',
      example: String.raw`{ given: { id: a, "a/b": { "0": 1.50 } }, expect: { post: { id: a, "a/b": { "0": 2 } } } }`,
      says: [String.raw`different post a /"a/b"/"0" 2 1.50`],
    },
    {
      what: 'with whole documents that are not there, or should not be',
      example: '{ given: { id: a, comments: [{ id: c }] }, expect: { post: [{ id: a, n: 1 }, { id: b }] } }',
      says: ['missing post b / {"id":"b"} -', 'extra comment a:c / - {"id":"a:c","postId":"a"}'],
    },
    {
      what: 'with the id, where that is all that differs',
      example: '{ given: [{ id: a }, { id: b }], expect: { post: [{ id: a }, { id: c }] } }',
      says: ['different post c /id "c" "b"'],
    },
    {
      what: 'with documents of the same id side by side',
      example: '{ given: [{ id: a, x: 1 }, { id: b, x: 2 }], expect: { post: [{ id: b, x: 3 }, { id: a, x: 4 }] } }',
      says: ['different post b /x 3 2', 'different post a /x 4 1'],
    },
    {
      what: 'with what is not contained',
      example:
        '{ given: { id: a, b: { c: 1 }, d: [1, 2] }, contains: { post: { id: a, b: { c: 2 }, d: [1] }, comment: { id: x } } }',
      says: ['different post a /b/c 2 1', 'extra post a /d/1 - 2', 'missing comment x / {"id":"x"} -'],
    },
  ])('$what', async ({ example, says }) => {
    const result = await tested(example);
    expect(result.passed).toBe(false);
    expect(lines(result)).toEqual(says);
  });

  it('when something is rejected and it does not say so', async () => {
    const result = await tested('{ given: [{ id: a }, { id: b, comments: x }], expect: { post: { id: a } } }');
    expect(result).toMatchObject({
      passed: false,
      differences: [],
      rejections: [{ entity: 'post', id: 'b', step: 'split', code: 'NOT_AN_ARRAY', isExpected: false }],
    });
  });

  it('when nothing is rejected as it says', async () => {
    const result = await tested('{ given: { id: a }, rejected: [UNIQUE_KEY_CONFLICT] }');
    expect(result).toMatchObject({ passed: false, notRejected: ['UNIQUE_KEY_CONFLICT'] });
  });
});

it('names examples, or numbers them', async () => {
  const plan = await planIn(
    '/nowhere',
    `${PLAN}  - { given: [], expect: {} }\n  - { name: second, given: [], expect: {} }\n`,
  );
  expect((await runExamples(plan)).map(({ name }) => name)).toEqual(['example 1', 'second']);
});

it('reads what is given as the source says: mixed entities and Extended JSON', async () => {
  const text = `version: 1
name: mixed
source: { file: x.ndjson, entity: { by: /type, names: { p: post } }, extendedJson: true }
containers: { all: { entities: [post], partitionKey: /id } }
examples:
  - given: [{ id: a, type: p, n: { $numberLong: '9007199254740993' } }, { id: b }]
    expect: { post: { id: a, type: p, n: 9007199254740993 } }
    rejected: KEY_MISSING
`;
  expect(await runExamples(await planIn('/nowhere', text))).toMatchObject([{ passed: true, differences: [] }]);
});
