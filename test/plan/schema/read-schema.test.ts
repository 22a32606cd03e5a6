// Which files are schemas, and what is wrong with the others?
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemText } from '../../../src/plan/problem.ts';
import { readPlanText } from '../../../src/plan/read.ts';
import { folderWith } from '../../run/running.ts';

async function problemsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = folderWith(files);
  const text = `version: 1
name: files
source: { file: in.ndjson, entity: post }
transforms: [{ validate: s.json }]
containers: { posts: { entities: [post], partitionKey: /id } }
`;
  const { problems } = await readPlanText(join(folder, 'plan.yaml'), text, { env: {}, lenientTarget: true });
  return problems.map((problem) => problemText(problem).replaceAll(folder, '').replace('/plan.yaml:4:26 ', ''));
}

it.each<{ what: string; files: Record<string, string> }>([
  { what: 'an object', files: { 's.json': '{"type":"object"}' } },
  { what: 'true', files: { 's.json': 'true' } },
  {
    what: 'one that names its draft',
    files: { 's.json': '{"$schema":"https://json-schema.org/draft/2020-12/schema"}' },
  },
  { what: 'one that refers to itself', files: { 's.json': '{"properties":{"child":{"$ref":"#"}}}' } },
  {
    what: 'one that refers to its draft',
    files: { 's.json': '{"$ref":"https://json-schema.org/draft/2020-12/schema"}' },
  },
  {
    what: 'one that holds another one with an address',
    files: { 's.json': '{"$id":"https://example.com/s","$ref":"/id","$defs":{"x":{"$id":"/id","type":"object"}}}' },
  },
  {
    what: 'files that refer to each other',
    files: {
      's.json': '{"properties":{"a":{"$ref":"lib/a.json#/$defs/x"}}}',
      'lib/a.json': '{"$defs":{"x":{"$ref":"../s.json"},"y":{"$ref":"b%20c.json"}}}',
      'lib/b c.json': '{"properties":{"z":{"$ref":"a.json#/$defs/y"}}}',
    },
  },
  {
    what: 'files that have addresses in the network, but lie beside each other',
    files: {
      's.json': '{"$id":"https://example.com/schemas/s.json","properties":{"a":{"$ref":"a.json"}}}',
      'a.json': '{"$id":"https://example.com/schemas/a.json","type":"string"}',
    },
  },
  {
    what: 'names that look like keywords, in data and as names',
    files: { 's.json': '{"properties":{"$ref":{"type":"string"},"$id":{}},"const":{"$ref":"gone.json"}}' },
  },
  { what: 'keywords for other programs', files: { 's.json': '{"x-order":7}' } },
  {
    what: 'patterns',
    files: { 's.json': String.raw`{"pattern":"^\\p{Lu}[\\s\\S.]*(?:a|b)+\\u00e9$","patternProperties":{"^x-":{}}}` },
  },
])('takes $what', async ({ files }) => {
  expect(await problemsOf(files)).toEqual([]);
});

describe('refuses', () => {
  it.each<{ what: string; files: Record<string, string>; told: string }>([
    {
      what: 'what is no JSON',
      files: { 's.json': '{"type" "object"}' },
      told: `it is no JSON: Expected ':' after property name in JSON at position 8 (line 1 column 9).`,
    },
    { what: 'a list', files: { 's.json': '[]' }, told: 'a schema is an object, true or false.' },
    {
      what: 'another draft',
      files: { 's.json': '{"$schema":"http://json-schema.org/draft-07/schema#"}' },
      told: 's.json says that it is written in "http://json-schema.org/draft-07/schema#", and only https://json-schema.org/draft/2020-12/schema is read; change "$schema" if it holds there.',
    },
    {
      what: 'a type that there is not',
      files: { 's.json': '{"properties":{"a":{"type":"strnig"}}}' },
      told: '/properties/a/type of s.json must be one of the values that are allowed.',
    },
    {
      what: 'a reference into the network',
      files: { 's.json': '{"$ref":"https://example.com/a.json"}' },
      told: 'it refers to "https://example.com/a.json", and no schema is fetched from anywhere; save it beside this one and refer to the file.',
    },
    {
      what: 'a reference to a file that is not there',
      files: { 's.json': '{"$ref":"a.json#/x"}' },
      told: 'it refers to "a.json#/x", which cannot be read: there is no such file.',
    },
    {
      what: 'a reference to a place that is not there',
      files: { 's.json': '{"$ref":"a.json#/$defs/x"}', 'a.json': '{}' },
      told: "can't resolve reference a.json#/$defs/x from id s.json.",
    },
    {
      what: 'a pattern that is none',
      files: { 's.json': '{"pattern":"(a"}' },
      told: 'the pattern "(a" is none: Invalid regular expression: /(a/u: Unterminated group.',
    },
    ...[
      ['(?=a)b', 'it looks ahead or behind'],
      ['(?<!a)b', 'it looks ahead or behind'],
      [String.raw`(a)\1`, 'it refers back to a group'],
      [String.raw`(?<n>a)\k<n>`, 'it refers back to a group'],
      ['^a{0,5000}$', 'invalid repeat count: `{0,5000}`'],
    ].map(([pattern, why]) => ({
      what: `a pattern that is not linear: ${pattern}`,
      files: { 's.json': JSON.stringify({ properties: { a: { pattern } } }) },
      told: `the pattern ${JSON.stringify(pattern)} cannot be run in linear time (${why}), and documents are not to be trusted with less; write it in another way, such as several patterns under allOf.`,
    })),
    {
      what: 'a property that the validator would pass over',
      files: { 's.json': '{"properties":{"__proto__":{"type":"string"}}}' },
      told: 'it names a property "__proto__", which the validator passes over; leave it out.',
    },
  ])('$what', async ({ files, told }) => {
    expect(await problemsOf(files)).toEqual([`invalid-schema s.json is no schema that can be used: ${told}`]);
  });
});

it.each([
  ['a keyword that means nothing', '{"requird":["id"]}', 'unknown keyword: "requird"'],
  [
    'a format that is not checked',
    '{"properties":{"a":{"format":"iban"}}}',
    'the format "iban" is not known and not checked',
  ],
  ['an if without a consequence', '{"if":true}', '"if" without "then" and "else" is ignored'],
])('warns of %s', async (_, schema, told) => {
  expect(await problemsOf({ 's.json': schema })).toEqual([`invalid-schema warning: s.json: ${told}.`]);
});
