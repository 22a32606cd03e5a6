// Does the published JSON Schema say what the reader says?
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { planSchema } from '../../src/plan/json-schema.ts';
import { schemaText } from '../../src/plan/schema-text.ts';
import { STEPS, planWith, reading } from './reading.ts';

const file = new URL('../../schema/plan.schema.json', import.meta.url);
const validate = new Ajv2020({ allErrors: true, strictTypes: false }).compile(planSchema(STEPS));

/** Plans that both take. */
const RIGHT: readonly (readonly [what: string, text: string])[] = [
  ['the least', planWith({})],
  [
    'short forms',
    planWith({
      transforms: '- everything: /a\n- erase: [/a, /b/*]\n- erase: unsafe\n- assign: { /a: 1, /b: "{/c}", /d: [null] }',
    }),
  ],
  [
    'long forms',
    planWith({
      transforms:
        '- everything: { path: /a, whole: /, count: 3, choice: first, keep: { as: a, newest: 2 } }\n- assign: { values: { /a: x }, nulls: true }\n  for: [post]',
    }),
  ],
  ['things beside steps', planWith({ transforms: '- everything: /a\n  for: "*"\n  overwrite: true' })],
  [
    'every setting of a container',
    planWith({
      containers:
        'c: { entities: post, partitionKey: [/a, /b], uniqueKeys: [/c, [/d, /e]], name: "c c", ttl: enabled, indexing: {}, throughput: { manual: 400 }, conflictResolution: {}, analyticalTtl: -1, write: upsert, onConflict: abort, conflicts: arrival }',
    }),
  ],
  [
    'target and examples',
    planWith({ more: 'target: { folder: out }\nexamples: [{ name: a, given: { id: a }, expect: { post: {} } }]' }),
  ],
  ['a mixed source', planWith({}).replace('entity: post', 'entity: { by: /a/b, names: { blogPost: post } }')],
  [
    'a mixed source among others',
    'version: 1\nname: a\nsources: { dump: { file: a, entity: { by: /kind } }, post: { file: b } }\ncontainers: { c: { entities: post, partitionKey: /id } }',
  ],
  [
    'several sources',
    'version: 1\nname: a\nsources: { post: { file: a, maxDocument: 1.5 mb, duplicateKeys: last, extendedJson: true }, page: { file: "-" } }\ncontainers: { c: { entities: post, partitionKey: /id } }\ndiscard: [page]',
  ],
];

/** Plans that both refuse. */
const WRONG: readonly (readonly [what: string, text: string])[] = [
  ['an unknown key', planWith({ more: 'colour: red' })],
  ['no name', planWith({}).replace('name: blog', '')],
  ['no source', planWith({}).replace(/source:.*/, '')],
  ['a source that is not there yet', planWith({}).replace(/source:.*/, 'source: { cosmos: {} }')],
  ['a mixed source without its path', planWith({}).replace('entity: post', 'entity: { names: { a: post } }')],
  ['a mixed source with another key', planWith({}).replace('entity: post', 'entity: { by: /a, per: /b }')],
  ['an unknown step', planWith({ transforms: '- explode: {}' })],
  ['two steps in one item', planWith({ transforms: '- erase: [/a]\n  assign: { /a: 1 }' })],
  ['a missing option', planWith({ transforms: '- everything: { flag: true }' })],
  ['an unknown option', planWith({ transforms: '- everything: { path: /a, colour: red }' })],
  ['a path without slash', planWith({ transforms: '- erase: [a]' })],
  ['another choice', planWith({ transforms: '- everything: { path: /a, choice: last }' })],
  ['a number too small', planWith({ transforms: '- everything: { path: /a, count: 0 }' })],
  ['no partition key', planWith({ containers: 'c: { entities: post }' })],
  ['too many levels', planWith({ containers: 'c: { entities: post, partitionKey: [/a, /b, /c, /d] }' })],
  ['a size that is none', planWith({}).replace('entity: post', 'entity: post, maxDocument: big')],
  ['a time to live of nothing', planWith({ containers: 'c: { entities: post, partitionKey: /a, ttl: 0 }' })],
];

describe('the JSON Schema of plans', () => {
  it('is published as the code has it; else run npm run schema', () => {
    expect(readFileSync(file, 'utf8')).toBe(schemaText());
  });

  it('is valid itself', () => {
    expect(() =>
      new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(
        JSON.parse(schemaText()) as object,
      ),
    ).not.toThrow();
  });

  it.each(RIGHT)('takes what the reader takes: %s', async (_, text) => {
    expect((await reading(text)).problems).toEqual([]);
    validate(parse(text));
    expect(validate.errors ?? []).toEqual([]);
  });

  it.each(WRONG)('refuses what the reader refuses: %s', async (_, text) => {
    expect((await reading(text)).plan).toBeUndefined();
    expect(validate(parse(text))).toBe(false);
  });

  it('describes every key and every option, so that an editor can explain it', () => {
    const missing: string[] = [];
    const visit = (schema: unknown, path: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [key, value] of Object.entries(schema)) {
        if (key === 'properties') {
          for (const [name, property] of Object.entries(value as Record<string, { description?: string }>)) {
            if (typeof property.description !== 'string' || property.description.length < 3)
              missing.push(`${path}/${name}`);
          }
        }
        visit(value, `${path}/${key}`);
      }
    };
    visit(JSON.parse(schemaText()), '');
    expect(missing).toEqual([]);
  });
});
