// Is each kind of option held to what it may be?
import { describe, expect, it } from 'vitest';
import { planWith, problemsOf } from './reading.ts';

const VALUES: readonly (readonly [what: string, options: string, problem: string])[] = [
  [
    'a path without slash',
    'path: a',
    '5:23 invalid-path "path" of everything: a path starts with "/", found "a"; write "/a".',
  ],
  [
    'a path with dots',
    'path: a.b',
    '5:23 invalid-path "path" of everything: a path starts with "/", found "a.b"; write "/a/b", or "/a.b" if the name holds the dot.',
  ],
  [
    'a path of another tool',
    'path: "$.a[0].b"',
    '5:23 invalid-path "path" of everything: a path starts with "/", found "$.a[0].b"; write "/a/0/b".',
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
    'an expression that is none',
    'path: /a, value: { expr: "1 + " }',
    '5:47 invalid-expression "expr" of "value" of everything: the expression ends too early.',
  ],
  [
    'an expression that is a number',
    'path: /a, value: { expr: 1 }',
    '5:42 wrong-type "expr" of "value" of everything has to be an expression like "doc.price * doc.qty", found the number 1.',
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

describe('an option', () => {
  it.each(VALUES)('is reported with %s', async (_, options, problem) => {
    const text = planWith({ transforms: `- everything: { ${options} }`, more: 'target: { folder: out }' });
    expect(await problemsOf(text)).toEqual([problem]);
  });
});
