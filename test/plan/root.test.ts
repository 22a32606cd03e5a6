// Are the top of a plan, its sources, its target and its examples held to the plan language?
import { describe, expect, it } from 'vitest';
import { planWith, problemsOf, reading } from './reading.ts';

const CONTAINERS = 'containers: { c: { entities: document, partitionKey: /id } }';
const START = 'version: 1\nname: a\n';
const source = (settings: string): string => `${START}source: ${settings}\n${CONTAINERS}`;

const CASES: readonly (readonly [what: string, text: string, problems: readonly string[]])[] = [
  [
    'a plan that says nothing',
    '{}',
    [
      '1:1 missing-key The plan needs "name".',
      '1:1 missing-key The plan needs "containers".',
      '1:1 missing-version warning: The plan says no version and is read as version 1; add "version: 1".',
      '1:1 missing-key The plan needs "source", as in source: { file: posts.ndjson, entity: post }.',
    ],
  ],
  [
    'a key of the top that is misspelt',
    `${START}sorce: { file: a }\n${CONTAINERS}`,
    [
      '1:1 missing-key The plan needs "source", as in source: { file: posts.ndjson, entity: post }.',
      '3:1 unknown-key The plan has no key "sorce"; did you mean "source"?',
    ],
  ],
  [
    'a version of the future',
    source('{ file: a }').replace('version: 1', 'version: 2'),
    ['1:10 unknown-version This version of remodel reads plans of version 1, found the number 2.'],
  ],
  [
    'a version that is text',
    source('{ file: a }').replace('version: 1', 'version: "1"'),
    ['1:10 unknown-version This version of remodel reads plans of version 1, found the text "1".'],
  ],
  [
    'a name that could not name a folder',
    source('{ file: a }').replace('name: a', 'name: ../a'),
    ['2:7 invalid-name "name" is made of at most 100 letters, digits, "-" and "_", found the text "../a".'],
  ],
  [
    'both kinds of sources',
    `${START}source: { file: a }\nsources: { document: { file: b } }\n${CONTAINERS}`,
    ['4:10 conflicting-options A plan has "source" or "sources", not both; name all of them under "sources".'],
  ],
  ['no sources', `${START}sources: {}\n${CONTAINERS}`, ['3:10 invalid-value "sources" names no source.']],
  [
    'a source without file',
    source('{ entity: document }'),
    ['3:9 missing-key The source needs "file", a path or glob relative to the plan.'],
  ],
  [
    'a source that is text',
    source('a.ndjson'),
    ['3:9 wrong-type The source has to be a map, found the text "a.ndjson".'],
  ],
  [
    'a key of a source that is misspelt',
    source('{ file: a, maxDocumnet: 1mb }'),
    ['3:20 unknown-key The source has no key "maxDocumnet"; did you mean "maxDocument"?'],
  ],
  [
    'sizes that are none',
    `${START}sources: { document: { file: a, maxDocument: big }, b: { file: b, maxDocument: 0 }, c: { file: c, maxDocument: 2gb } }\n${CONTAINERS}\ndiscard: [b, c]`,
    [
      '3:46 wrong-type "maxDocument" has to be a size like 500kb or 64mb, found the text "big".',
      '3:80 invalid-value "maxDocument" has to be from 1 byte to 1024 MB, found the number 0.',
      '3:112 invalid-value "maxDocument" has to be from 1 byte to 1024 MB, found the text "2gb".',
    ],
  ],
  [
    'another way with repeated keys',
    source('{ file: a, duplicateKeys: first }'),
    ['3:35 invalid-value "duplicateKeys" cannot be "first"; possible: last.'],
  ],
  [
    'a switch that is text',
    source('{ file: a, extendedJson: "yes" }'),
    ['3:34 wrong-type "extendedJson" has to be true or false, found the text "yes".'],
  ],
  [
    'formats and paths that do not exist',
    `${START}sources: { document: { file: a, format: csv, select: Families }, b: { file: b, format: arrays, select: / }, c: { file: c, format: ndjson, select: /a } }\n${CONTAINERS}\ndiscard: [b, c]`,
    [
      '3:41 invalid-value "format" cannot be "csv"; possible: ndjson, array, object, concatenated, jsonc.',
      '3:54 invalid-path "select": a path starts with "/", found "Families"; write "/Families".',
      '3:88 invalid-value "format" cannot be "arrays"; did you mean "array"?',
      '3:147 conflicting-options "select" takes an array out of one JSON value, and "format: ndjson" says that there are many; use the step "split" for an array in each of them.',
    ],
  ],
  [
    'sources that are not there yet',
    source('{ cosmos: { endpoint: "${X}" } }'),
    [
      '3:11 not-available "cosmos" of the source is not available in this version.',
      '3:31 missing-variable The environment variable X is not set; set it, or write $$ for a dollar.',
    ],
  ],
  [
    'an entity beside its key',
    `${START}sources: { document: { file: a, entity: post } }\n${CONTAINERS}`,
    ['3:41 conflicting-options The source is called "document" by its key under "sources"; leave "entity" out.'],
  ],
  [
    'what is not there yet at the top',
    planWith({ more: 'state: cosmos' }),
    ['6:1 not-available "state" of the plan is not available in this version.'],
  ],
  [
    'a target that is two',
    planWith({ more: 'target: { folder: a, cosmos: {} }' }),
    [
      '6:9 missing-key The target is either "folder" or "cosmos".',
      '6:30 missing-key The target needs "database".',
      '6:30 missing-key the target needs "endpoint", or a connection string under "auth".',
    ],
  ],
  [
    'examples that show nothing',
    planWith({ more: 'examples: [{ given: {}, expcet: {} }, 5]' }),
    [
      '6:12 missing-key An example needs "expect", "contains" or "rejected". Write "expect: {}", and "remodel test --update" puts there what comes out.',
      '6:25 unknown-key An example has no key "expcet"; did you mean "expect"?',
      '6:39 wrong-type An example has to be a map, found the number 5.',
    ],
  ],
  [
    'examples with what no example holds',
    planWith({
      more: 'examples: [{ given: {}, expect: { pots: {}, post: 5 } }, { given: 1, contains: 2 }, { given: {}, rejected: [3], startedAt: noon }]',
    }),
    [
      '6:35 unknown-entity "expect" of an example names the entity "pots"; did you mean "post"?',
      '6:51 wrong-type "post" in "expect" has to be a document or a list of them, found the number 5.',
      '6:67 wrong-type "given" has to be a document or a list of them, found the number 1.',
      '6:80 wrong-type "contains" of an example, by entity, has to be a map, found the number 2.',
      '6:109 wrong-type "rejected" of an example has to be a code or a part of a message, found the number 3.',
      '6:124 invalid-value "startedAt" has to be an ISO 8601 time, found the text "noon".',
    ],
  ],
  [
    'examples of several sources that are not given by entity',
    `${START}sources: { post: { file: a }, page: { file: b } }
containers: { c: { entities: [post, page], partitionKey: /id } }
examples: [{ given: [], expect: {} }, { given: { pge: [] }, expect: {} }]`,
    [
      '5:21 wrong-type "given" of an example, by entity, has to be a map, found a list.',
      '5:50 unknown-entity "given" of an example names the entity "pge"; did you mean "page"?',
    ],
  ],
  [
    'an entity without container, and one that is discarded but taken',
    `${START}sources: { post: { file: a }, page: { file: b } }\ncontainers: { c: { entities: post, partitionKey: /id } }\ndiscard: post`,
    [
      '3:37 entity-without-container No container takes the entity "page"; name it under the entities of one, or under discard: [page].',
      '5:10 conflicting-options The entity "post" is discarded, but a container takes it.',
    ],
  ],
];

describe('the top of a plan', () => {
  it.each(CASES)('reports %s', async (_, text, problems) => {
    expect(await problemsOf(text)).toEqual(problems);
  });

  it('keeps its examples with all their digits', async () => {
    const { plan } = await reading(
      planWith({ more: 'examples: [{ name: big, given: { n: 9007199254740993 }, rejected: no }]' }),
    );
    expect(plan?.examples).toEqual([
      { name: 'big', json: '{"name":"big","given":{"n":9007199254740993},"rejected":"no"}' },
    ]);
  });
});
