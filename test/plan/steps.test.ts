// Are steps held to their own tables, and to what the steps before them leave?
import { describe, expect, it } from 'vitest';
import { STEPS_TO_COME } from '../../src/plan/not-available.ts';
import { stepNames } from '../../src/transform/registry.ts';
import { planWith, problemsOf, reading } from './reading.ts';

const step = (text: string): string => planWith({ transforms: text });

const CASES: readonly (readonly [what: string, transforms: string, problems: readonly string[]])[] = [
  [
    'a step that is misspelt',
    '- asign: { /a: 1 }',
    ['5:3 unknown-step There is no step "asign"; did you mean "assign"?'],
  ],
  [
    'a step that means nothing here',
    '- explode: 1',
    ['5:3 unknown-step There is no step "explode"; possible: everything, erase, assign, select.'],
  ],
  [
    'a step to come that is misspelt',
    '- ofload: {}',
    ['5:3 unknown-step There is no step "ofload"; did you mean "offload"?'],
  ],
  [
    'a step alone',
    '- erase',
    [
      '5:3 wrong-type An item of the transforms has to be a map with a step\'s name and its options; write "erase: …" with its options, found the text "erase".',
    ],
  ],
  ['an item without step', '- for: post', ['5:3 invalid-step This item of the transforms names no step.']],
  [
    'two steps in one item',
    '- erase: [/a]\n  assign: { /b: 1 }',
    ['6:3 invalid-step "assign" is a second step in one item; begin an item of its own for it with "- ".'],
  ],
  [
    'an option that is not indented',
    '- everything: { path: /a }\n  count: 1',
    ['6:3 invalid-step "count" is an option of everything and stands beside it; indent it deeper.'],
  ],
  [
    'options that are not indented at all',
    '- everything:\n  path: /a\n  into: comment\n- erase: [/a]\n  for: comment',
    [
      '6:3 invalid-step "path" is an option of everything and stands beside it; indent it deeper.',
      '7:3 invalid-step "into" is an option of everything and stands beside it; indent it deeper.',
    ],
  ],
  [
    'a misspelt key beside a step',
    '- erase: [/a]\n  overwrit: true',
    ['6:3 unknown-key "overwrit" cannot stand beside a step; did you mean "overwrite"?'],
  ],
  [
    'a condition that is none',
    '- erase: [/a]\n  if: doc.a > 1 and doc.b > 1',
    ['6:17 invalid-expression "if": "and" is written &&.'],
  ],
  [
    'a condition that is neither true nor false',
    '- erase: [/a]\n  if: "doc.a > 1 ? 1 : 2"',
    ['6:8 invalid-expression "if": a condition has to be true or false, and this is a number.'],
  ],
  [
    'a condition that is a list',
    '- erase: [/a]\n  if: [doc.a]',
    ['6:7 wrong-type "if" has to be an expression like "doc.price * doc.qty", found a list.'],
  ],
  [
    'overwrite where it says nothing',
    '- erase: [/a]\n  overwrite: true',
    ['6:3 conflicting-options "overwrite" has no meaning for erase; leave it out.'],
  ],
  [
    'overwrite that is text',
    '- everything: /a\n  overwrite: "yes"',
    ['6:14 wrong-type "overwrite" has to be true or false, found the text "yes".'],
  ],
  [
    'an unknown entity',
    '- erase: [/a]\n  for: [post, psot]',
    ['6:15 unknown-entity "for": there is no entity "psot"; did you mean "post"?'],
  ],
  [
    'an entity that a later step makes',
    '- erase: [/a]\n  for: comment\n- everything: { path: /a, into: comment }',
    [
      '3:9 entity-without-container',
      '6:8 unknown-entity "for": there are no documents of the entity "comment" here yet; the step in line 7 makes them.',
    ].slice(1),
  ],
  ['no entity', '- erase: [/a]\n  for: []', ['6:8 invalid-value "for" names no entity.']],
  [
    'entities as a map',
    '- erase: [/a]\n  for: {}',
    ['6:8 wrong-type "for" has to be an entity, a list of entities or "*", found a map.'],
  ],
  [
    'an unknown option',
    '- everything: { path: /a, chioce: first }',
    ['5:27 unknown-option everything has no option "chioce"; did you mean "choice"?'],
  ],
  [
    'an unknown option inside',
    '- everything: { path: /a, keep: { as: a, newst: 1 } }',
    ['5:42 unknown-option "keep" of everything has no option "newst"; did you mean "newest"?'],
  ],
  ['a missing option', '- everything: {}', ['5:15 missing-option everything needs "path".']],
  ['no options where some are needed', '- everything:', ['5:14 missing-option everything needs "path".']],
  [
    'a missing option inside',
    '- everything: { path: /a, keep: { newest: 1 } }',
    ['5:33 missing-option "keep" of everything needs "as".'],
  ],
  [
    'options that do not go together',
    '- everything: { path: /a, flag: true, count: 1 }',
    ['5:3 conflicting-options everything: "flag" and "count" do not go together.'],
  ],
  [
    'a form the step does not have',
    '- everything: [/a]',
    [
      expect.stringMatching(
        /^5:15 wrong-type everything has to be a text for "path" or a map \(path, whole, .*\), found a list\.$/,
      ) as string,
    ],
  ],
  [
    'a word the short form does not know',
    '- erase: unsave',
    [
      '5:10 wrong-type erase has to be a list for "paths" or unsafe or a map (paths, numbers), found the text "unsave".',
    ],
  ],
];

describe('the transforms', () => {
  it.each(CASES)('are reported with %s', async (_, transforms, problems) => {
    const text = planWith({
      transforms,
      more: transforms.includes('into') ? 'discard: comment' : 'target: { folder: out }',
    });
    expect(await problemsOf(text)).toEqual(problems);
  });

  it('are reported when they are no list', async () => {
    const text = planWith({ more: 'transforms: { erase: [/a] }' });
    expect(await problemsOf(text)).toEqual(['6:13 wrong-type "transforms" has to be a list, found a map.']);
  });

  it.each(STEPS_TO_COME)('know %s, which is not there yet', async (name) => {
    expect(stepNames).not.toContain(name);
    const text = planWith({
      transforms: `- ${name}: { into: made }\n- erase: [/a]\n  for: made`,
      containers: 'c: { entities: [post, made], partitionKey: /id }',
    });
    expect(await problemsOf(text)).toEqual([`5:3 not-available The step "${name}" is not available in this version.`]);
  });

  it('report every problem at once, in the order of the file', async () => {
    const problems = await problemsOf(
      step('- erase: [a, b]\n- asign: {}\n- everything: { path: /a, count: 0, flag: 1 }'),
    );
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['5:11', '5:14', '6:3', '7:34', '7:43']);
  });
});

describe('the entities a step works on', () => {
  it('are those of sources, or all known so far, or those that are named', async () => {
    const { plan } = await reading(
      planWith({
        transforms:
          '- erase: [/a]\n- everything: { path: /a, into: child }\n- everything: /b\n- erase: [/c]\n- assign: { /d: 1 }\n  for: "*"\n- erase: [/e]\n  for: [child, child]',
        containers: 'c: { entities: [post, child], partitionKey: /id }',
      }),
    );
    expect(plan?.steps.map((one) => one.for)).toEqual([
      ['post'],
      ['post'],
      ['post'],
      ['post', 'child'],
      ['post', 'child'],
      ['child'],
    ]);
  });
});

it('take no path for the name of an entity that a step to come makes', async () => {
  const transforms = '- offload: { into: /a }\n- assign: { /a: 1 }\n  for: ghost';
  expect(await problemsOf(step(transforms))).toEqual([
    '5:3 not-available The step "offload" is not available in this version.',
    '7:8 unknown-entity "for": there is no entity "ghost"; known here: post.',
  ]);
});
