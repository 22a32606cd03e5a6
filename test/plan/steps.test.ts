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
    '- looukp: {}',
    ['5:3 unknown-step There is no step "looukp"; did you mean "lookup"?'],
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
    'a misspelt key beside a step',
    '- erase: [/a]\n  overwrit: true',
    ['6:3 unknown-key "overwrit" cannot stand beside a step; did you mean "overwrite"?'],
  ],
  [
    'a condition',
    '- erase: [/a]\n  if: "doc.a > 1"',
    ['6:3 not-available "if" beside a step is not available in this version.'],
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

const VALUES: readonly (readonly [what: string, options: string, problem: string])[] = [
  [
    'a path without slash',
    'path: a',
    '5:23 invalid-path "path" of everything: a path starts with "/", found "a"; write "/a".',
  ],
  ['an empty path', 'path: ""', '5:23 invalid-path "path" of everything: a path starts with "/", found "".'],
  [
    'a path that is a number',
    'path: 5',
    '5:23 wrong-type "path" of everything has to be a path like /a/b, found the number 5.',
  ],
  [
    'many places where one is needed',
    'path: /a/*',
    '5:23 invalid-path "path" of everything: "/a/*" can mean several places by its *, and one is needed.',
  ],
  [
    'the document where a place is needed',
    'path: /',
    '5:23 invalid-path "path" of everything: "/" is the whole document, and a place inside is needed.',
  ],
  [
    'an empty segment',
    'path: /a//b',
    '5:23 invalid-path "path" of everything: "/a//b" has an empty segment; write "" in quotes if a property of that name is meant.',
  ],
  [
    'paths that are none',
    'path: /a, paths: [/b, c]',
    '5:39 invalid-path "paths" of everything: a path starts with "/", found "c"; write "/c".',
  ],
  [
    'an entity that is none',
    'path: /a, into: "*"',
    '5:33 invalid-name "into" of everything cannot be "*": an entity is a plain name.',
  ],
  ['an empty entity', 'path: /a, into: ""', '5:33 invalid-value "into" of everything is empty.'],
  [
    'a property with slash',
    'path: /a, property: /b',
    '5:37 invalid-name "property" of everything is a property\'s name and has no slash: write "b" instead of "/b".',
  ],
  [
    'a switch that is text',
    'path: /a, flag: yes',
    '5:33 wrong-type "flag" of everything has to be true or false, found the text "yes".',
  ],
  [
    'a number that is too small',
    'path: /a, count: 0',
    '5:34 invalid-value "count" of everything has to be a whole number from 1 on, found 0.',
  ],
  [
    'a number with a fraction',
    'path: /a, count: 1.5',
    '5:34 invalid-value "count" of everything has to be a whole number from 1 on, found 1.5.',
  ],
  [
    'a choice that is misspelt',
    'path: /a, choice: frist',
    '5:35 invalid-value "choice" of everything cannot be "frist"; did you mean "first"?',
  ],
  [
    'an expression',
    'path: /a, value: { expr: "1 + 1" }',
    '5:34 not-available An expression ("value" of everything) is not available in this version.',
  ],
  [
    'a template that was not put in quotes',
    'path: /a, value: {/b}',
    '5:34 wrong-type "value" of everything has to be a value or a text with {/path} parts, found a map; in YAML a text that begins with { has to stand in quotes.',
  ],
  [
    'a misspelt filter',
    'path: /a, value: "{/b|lowr}"',
    '5:34 invalid-template "value" of everything: unknown filter "lowr" in {/b|lowr}; filters are year month day hour minute lower upper trim slug hash encode pad first; did you mean "lower"?',
  ],
  [
    'a lone brace',
    'path: /a, value: "{/b"',
    '5:34 invalid-template "value" of everything: a lone "{" in "{/b"; write "{{" for the character, or {/path} for a value.',
  ],
  [
    'a move to no path',
    'path: /a, moves: { /b: c }',
    '5:40 invalid-path "/b" of "moves" of everything: a path starts with "/", found "c"; write "/c".',
  ],
  [
    'a move from no path',
    'path: /a, moves: { b: /c }',
    '5:36 invalid-path "moves" of everything: a path starts with "/", found "b"; write "/b".',
  ],
  [
    'a name for an entity that is not there',
    'path: /a, names: { psot: a }',
    '5:36 unknown-entity "names" of everything: there is no entity "psot"; did you mean "post"?',
  ],
  [
    'an empty map',
    'path: /a, moves: {}',
    '5:34 without-effect warning: "moves" of everything is an empty map, so that nothing happens.',
  ],
  [
    'an empty list',
    'path: /a, paths: []',
    '5:34 without-effect warning: "paths" of everything is an empty list, so that nothing happens.',
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

describe('an option', () => {
  it.each(VALUES)('is reported with %s', async (_, options, problem) => {
    const text = planWith({ transforms: `- everything: { ${options} }`, more: 'target: { folder: out }' });
    expect(await problemsOf(text)).toEqual([problem]);
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
