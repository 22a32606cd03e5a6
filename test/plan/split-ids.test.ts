// Is it said that two splits may give the same id to documents of one container?
import { describe, expect, it } from 'vitest';
import { findStep, stepNames } from '../../src/transform/registry.ts';
import { planWith, problemsOf } from './reading.ts';

const options = { vocabulary: { findStep, stepNames } };
const plan = (first: string, second: string, containers: string): string =>
  planWith({
    transforms: `- split: { path: /a, into: one${first} }\n- split: { path: /b, into: two${second} }`,
    containers,
  });
const TOGETHER = 'c: { entities: [post, one, two], partitionKey: /pk }';
const APART = 'c: { entities: [post, one], partitionKey: /pk }\nd: { entities: two, partitionKey: /pk }';

describe('two splits into one container', () => {
  it('are warned of when both make ids by default', async () => {
    expect(await problemsOf(plan('', '', TOGETHER), options)).toEqual([
      '6:3 ids-may-clash warning: This split and the split in line 5 both make ids from the parent\'s and the element\'s id for the container c, and may make the same one; give each an "id" of its own.',
    ]);
  });

  it.each([
    ['one has an id of its own', plan(', id: "one:{/id}"', '', TOGETHER)],
    ['they go to two containers', plan('', '', APART)],
  ])('are not when %s', async (_, text) => {
    expect(await problemsOf(text, options)).toEqual([]);
  });
});
