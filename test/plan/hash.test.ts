// Is the hash the same for plans that do the same, and another for plans that do not?
import { describe, expect, it } from 'vitest';
import { planWith, reading } from './reading.ts';

const transforms = '- everything: { path: /a, flag: true }\n- erase: [/b]\n- assign: { /c: 1, /d: "{/c}" }';
const base = planWith({ transforms, containers: 'c: { entities: post, partitionKey: /id }' });

async function hashOf(text: string): Promise<string> {
  const { plan, problems } = await reading(text);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return plan!.hash;
}

const described = `${base}
description: x
examples: [{ given: {}, expect: {} }]
target: { folder: out }`;
const reordered = `containers:
  c: { partitionKey: /id, entities: [post] }
${base.slice(0, base.indexOf('containers:'))}`;
const withDiscard = base
  .replace('containers:\n  c: { entities: post', 'discard: post\ncontainers:\n  c: { entities: child')
  .replace('path: /a', 'path: /a, into: child');
const withChild = base
  .replace('path: /a', 'path: /a, into: child')
  .replace('entities: post', 'entities: [post, child]');

describe('the hash of a plan', () => {
  it.each([
    ['comments and blank lines', `# so\n${base.replace('transforms:', '\n# why\ntransforms:')}`],
    ['a description, examples and a target', described],
    ['the name', base.replace('name: blog', 'name: other')],
    ['the order of options', base.replace('path: /a, flag: true', 'flag: true, path: /a')],
    ['the order of keys at the top', reordered],
    ['a short form written long', base.replace('erase: [/b]', 'erase: { paths: [/b] }')],
    ['a single path without its list', base.replace('erase: [/b]', 'erase: /b')],
    ['an option that says what holds anyway', base.replace('flag: true', 'flag: true, mark: false')],
    ['for: as it is by default', base.replace('- erase: [/b]', '- erase: [/b]\n  for: "*"')],
    ['throughput', base.replace('partitionKey: /id', 'partitionKey: /id, throughput: shared')],
    ['the default size of documents', base.replace('entity: post', 'entity: post, maxDocument: 64mb')],
    ['that JSON is plain', base.replace('entity: post', 'entity: post, extendedJson: false')],
    ['the version, which there is one of', base.replace('version: 1\n', '')],
    ['another way of quoting', base.replace('posts.ndjson', '"posts.ndjson"')],
  ])('does not see %s', async (_, text) => {
    expect(text).not.toBe(base);
    expect(await hashOf(text)).toBe(await hashOf(base));
  });

  it.each([
    ['path', base.replace('[/b]', '[/x]')],
    ['option', base.replace(', flag: true', '')],
    ['step', base.replace('- erase: [/b]\n', '')],
    ['order of steps', base.replace('- erase: [/b]\n', '').replace('- everything', '- erase: [/b]\n- everything')],
    ['order of entries that act in turn', base.replace('/c: 1, /d: "{/c}"', '/d: "{/c}", /c: 1')],
    ['digit of a number', base.replace('/c: 1', '/c: 1.0')],
    ['made entity', withChild],
    ['overwrite', base.replace('- erase: [/b]', '  overwrite: true\n- erase: [/b]')],
    ['condition', base.replace('- erase: [/b]', '  if: doc.a == 1\n- erase: [/b]')],
    ['expression', base.replace('/c: 1', '/c: { expr: "1" }')],
    ['file', base.replace('posts.ndjson', 'other.ndjson')],
    ['partition key', base.replace('partitionKey: /id', 'partitionKey: /pk')],
    ['unique key', base.replace('partitionKey: /id', 'partitionKey: /id, uniqueKeys: [/a]')],
    ['way to meet conflicts', base.replace('partitionKey: /id', 'partitionKey: /id, write: upsert')],
    ['discarded entity', withDiscard],
    ['name of an entity', base.replace('entity: post', 'entity: page').replace('entities: post', 'entities: page')],
    ['greatest size of documents', base.replace('entity: post', 'entity: post, maxDocument: 1mb')],
    ['way to meet repeated keys', base.replace('entity: post', 'entity: post, duplicateKeys: last')],
    ['kind of JSON', base.replace('entity: post', 'entity: post, extendedJson: true')],
    ['label of a container', base.replace('  c: {', '  d: {')],
    ['name in the database', base.replace('partitionKey: /id', 'partitionKey: /id, name: other')],
    ['time to live', base.replace('partitionKey: /id', 'partitionKey: /id, ttl: 60')],
    ['end at a conflict', base.replace('partitionKey: /id', 'partitionKey: /id, onConflict: abort')],
    ['choice of the winner', base.replace('partitionKey: /id', 'partitionKey: /id, conflicts: arrival')],
  ])('sees another %s', async (_, text) => {
    expect(await hashOf(text)).not.toBe(await hashOf(base));
  });

  it('sees variables by their names, not by their values', async () => {
    const withVariable = base.replace('/c: 1', '/c: "${WHO}"');
    const [ann, bob] = await Promise.all(['ann', 'bob'].map((WHO) => reading(withVariable, { env: { WHO } })));
    expect(ann!.plan!.hash).toBe(bob!.plan!.hash);
    expect(JSON.stringify(ann!.plan!.parts)).not.toContain('ann');
    const other = await reading(withVariable.replace('WHO', 'WHOM'), { env: { WHOM: 'ann' } });
    expect(other.plan!.hash).not.toBe(ann!.plan!.hash);
  });

  it('is over the same as the parts that show what has changed', async () => {
    const partsOf = async (text: string): Promise<unknown> => (await reading(text)).plan!.parts;
    expect(await partsOf(reordered)).toEqual(await partsOf(base));
    for (const other of [withChild, withDiscard, base.replace('/id }', '/pk }'), base.replace('[/b]', '[/x]')])
      expect(await partsOf(other)).not.toEqual(await partsOf(base));
  });

  it('sees what a condition says', async () => {
    const [one, other] = ['doc.a == 1', 'doc.a == 2'].map((text) =>
      base.replace('- erase: [/b]', `- erase: [/b]\n  if: ${text}`),
    );
    expect(await hashOf(one!)).not.toBe(await hashOf(other!));
  });

  it('tells a step for some entities from one for all', async () => {
    const some = withChild.replace('- erase: [/b]', '- erase: [/b]\n  for: post');
    expect(await hashOf(some)).not.toBe(await hashOf(withChild));
  });
});
