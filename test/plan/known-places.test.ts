// Is what a step takes away carried forward to the steps behind it and to the containers, where it is certain?
import { describe, expect, it } from 'vitest';
import { planWith, problemsOf, reading } from './reading.ts';

const CASES: readonly (readonly [what: string, transforms: string, problems: readonly string[]])[] = [
  [
    'a step that reads what was removed',
    '- erase: [/a]\n- erase: [/a]',
    ['6:3 path-gone warning: erase finds nothing at /a: erase in line 5 has taken it away.'],
  ],
  [
    'a place inside of what was removed',
    '- erase: [/a]\n- assign: { /x: "{/a/b}" }',
    ['6:3 path-gone warning: assign finds nothing at /a/b: erase in line 5 has taken it away.'],
  ],
  [
    'a place outside of what was kept',
    '- select: [/id, /a/b]\n- assign: { /x: "{/c}", /z: "{/a/b/c}" }',
    ['6:3 path-gone warning: assign finds nothing at /c: select in line 5 has taken it away.'],
  ],
  [
    'a place that an earlier entry of the same step would have written',
    '- erase: [/a]\n- assign: { /b: "{/a}", /a: 1, /c: "{/a}" }',
    ['6:3 path-gone warning: assign finds nothing at /a: erase in line 5 has taken it away.'],
  ],
  [
    'a condition and an expression that read it',
    '- erase: [/a]\n- assign: { /b: { expr: "doc.a.x + 1" } }\n  if: doc["a"] == null || has(doc.a)',
    [
      '6:3 path-gone warning: if beside assign finds nothing at /a: erase in line 5 has taken it away.',
      '6:3 path-gone warning: assign finds nothing at /a/x: erase in line 5 has taken it away.',
    ],
  ],
  [
    'elements of an array',
    '- erase: ["/items/*/x"]\n- erase: ["/items/*/x/y"]',
    ['6:3 path-gone warning: erase finds nothing at /items/*/x/y: erase in line 5 has taken it away.'],
  ],
];

const FINE: readonly (readonly [what: string, transforms: string])[] = [
  ['what was written again', '- erase: [/a]\n- assign: { /a: 1 }\n- erase: [/a]'],
  ['what was written inside', '- erase: [/a]\n- assign: { /a/b: 1 }\n- erase: [/a]'],
  ['what was written beside what was kept', '- select: [/id]\n- assign: { /a: 1 }\n- erase: [/a]'],
  ['what holds a place that was kept', '- select: [/id, /a/b]\n- erase: [/a]'],
  ['a step between that may do anything', '- erase: [/a]\n- everything: /b\n- erase: [/a]'],
  ['one element of an array', '- erase: [/a/0]\n- erase: [/a/0]'],
  ['a step under a condition', '- erase: [/a]\n  if: doc.b == 1\n- erase: [/a]'],
  ['what was kept under a condition', '- select: [/id]\n  if: doc.b == 1\n- erase: [/a]'],
  ['what may have been written again', '- erase: [/a]\n- assign: { /a: 1 }\n  if: doc.b == 1\n- erase: [/a]'],
  ['a neighbour with a longer name', '- erase: [/a]\n- erase: [/ab]'],
];

describe('a place that is gone', () => {
  it.each(CASES)('is reported for %s', async (_, transforms, problems) => {
    expect(await problemsOf(planWith({ transforms }))).toEqual(problems);
  });

  it.each(FINE)('is not reported for %s', async (_, transforms) => {
    expect(await problemsOf(planWith({ transforms }))).toEqual([]);
  });

  it('is reported only where all entities of the step lack it', async () => {
    const text = (last: string): string => `
      version: 1
      name: a
      sources: { post: { file: a }, page: { file: b } }
      transforms:
        - erase: [/a]
          for: post
        - erase: [/a]
          for: ${last}
      containers: { c: { entities: [post, page], partitionKey: /id } }
    `;
    expect(await problemsOf(text('[post, page]'))).toEqual([]);
    expect(await problemsOf(text('page'))).toEqual([]);
    expect(await problemsOf(text('post'))).toEqual([expect.stringMatching(/^7:5 path-gone /)]);
  });

  it('is reported where it is the id or in a key of a container', async () => {
    const { problems } = await reading(
      planWith({
        transforms: '- select: [/a]',
        containers: 'c:\n  entities: post\n  partitionKey: /pk\n  uniqueKeys: [/a, /b]',
      }),
    );
    expect(problems).toMatchObject([
      {
        line: 7,
        rule: 'path-gone',
        severity: 'warning',
        message:
          'The container c would refuse all documents of the entity "post": select in line 5 leaves them without id.',
      },
      {
        line: 9,
        rule: 'path-gone',
        severity: 'warning',
        message:
          'All documents of the entity "post" would share one logical partition of c: select in line 5 leaves them without /pk.',
      },
      {
        line: 10,
        rule: 'path-gone',
        severity: 'warning',
        message:
          'All documents of the entity "post" would share the null of the unique key /b of c: select in line 5 leaves them without it.',
      },
    ]);
  });

  it('is no matter for documents that a step makes', async () => {
    const text = planWith({
      transforms: '- erase: [/a]\n- everything: { path: /b, into: child }\n- erase: [/a]\n  for: child',
      containers: 'c: { entities: [post, child], partitionKey: /id }',
    });
    expect(await problemsOf(text)).toEqual([]);
  });
});
