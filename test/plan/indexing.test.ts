// Is an indexing policy refused where the service would refuse it?
import { describe, expect, it } from 'vitest';
import { planWith, problemsOf } from './reading.ts';

const plan = (policy: string): string =>
  planWith({ containers: `c:\n  entities: post\n  partitionKey: /id\n  indexing: ${policy}` });
const ROOT = '8:15 invalid-policy "indexing" of c has to name "/*" either among includedPaths or among excludedPaths.';

const CASES: readonly (readonly [what: string, policy: string, problems: readonly string[]])[] = [
  ['the root among both', '{ includedPaths: [{ path: /* }], excludedPaths: [{ path: /* }] }', [ROOT]],
  ['the root among none', '{ includedPaths: [{ path: /a/? }] }', [ROOT]],
  [
    'a path without slash',
    '{ only: [status] }',
    ['8:24 invalid-policy A path of "indexing" of c starts with "/", found the text "status".'],
  ],
  [
    'a composite index of one path',
    '{ composite: [[/a]] }',
    ['8:29 invalid-policy A composite index of "indexing" of c is a list of 2 to 8 paths.'],
  ],
  [
    'a composite index of nine paths',
    '{ compositeIndexes: [[1, 2, 3, 4, 5, 6, 7, 8, 9]] }',
    ['8:36 invalid-policy A composite index of "indexing" of c is a list of 2 to 8 paths.'],
  ],
  [
    'too many composite indexes',
    `{ composite: [${Array.from({ length: 101 }, () => '[/a, /b]').join(',')}] }`,
    ['8:929 invalid-policy "indexing" of c has 101 composite indexes; the service takes 100 at most.'],
  ],
  [
    'a misspelt key',
    '{ inlcudedPaths: [] }',
    ['8:17 unknown-key "indexing" of c has no key "inlcudedPaths"; did you mean "includedPaths"?'],
  ],
  ['a mode alone', '{ indexingMode: none, automatic: false }', []],
  ['a right policy', '{ includedPaths: [{ path: /* }], excludedPaths: [{ path: \'/"_etag"/?\' }] }', []],
  ['a right short form', '{ only: [/a/?], composite: [[/status, "/ts desc"]] }', []],
];

describe('an indexing policy', () => {
  it.each(CASES)('is held to the service: %s', async (_, policy, problems) => {
    expect(await problemsOf(plan(policy))).toEqual(problems);
  });
});
