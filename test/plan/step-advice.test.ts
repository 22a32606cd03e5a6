// Is it said where a step and the container that takes its documents do not go together?
import { describe, expect, it } from 'vitest';
import { findStep, stepNames } from '../../src/transform/registry.ts';
import { planWith, problemsOf } from './reading.ts';

const options = { vocabulary: { findStep, stepNames } };
const SPLIT = '- split: { path: /a, into: part }\n';

async function problemsWith(transforms: string, containers: string): Promise<string[]> {
  return problemsOf(planWith({ transforms, containers }), options);
}

describe('a warning is given', () => {
  it.each([
    [
      'a partition key that the container does not have',
      '- partitionKey: { property: pk, value: "{/a}" }',
      'c: { entities: [post], partitionKey: [/tenant, /user] }',
      '5:3 unlike-container warning: partitionKey: the container c has the partition key /tenant, /user, so that /pk is a property like any other; write partitionKey: /pk there.',
    ],
    [
      'a partition key of that name further inside',
      '- partitionKey: { property: pk, value: "{/a}" }',
      'c: { entities: [post], partitionKey: /pk/pk }',
      '5:3 unlike-container warning: partitionKey: the container c has the partition key /pk/pk, so that /pk is a property like any other; write partitionKey: /pk there.',
    ],
    [
      'a time to live in a container without',
      '- ttl: 60',
      'c: { entities: [post], partitionKey: /id }',
      '5:3 unlike-container warning: ttl: the container c has no time to live, so that the service takes no heed of that of its documents; write ttl: enabled there.',
    ],
    [
      'one of two containers without a time to live',
      '- ttl: { remaining: true }',
      'c: { entities: [post], partitionKey: /id, ttl: 7 }\nd: { entities: [post], partitionKey: /x }',
      '5:3 unlike-container warning: ttl: the container d has no time to live, so that the service takes no heed of that of its documents; write ttl: enabled there.',
    ],
    [
      'the container of an entity that a step makes',
      `${SPLIT}- ttl: 60\n  for: part`,
      'c: { entities: [post], partitionKey: /id, ttl: enabled }\nd: { entities: [part], partitionKey: /id }',
      '6:3 unlike-container warning: ttl: the container d has no time to live, so that the service takes no heed of that of its documents; write ttl: enabled there.',
    ],
  ])('of %s', async (_, transforms, containers, problem) => {
    expect(await problemsWith(transforms, containers)).toEqual([problem]);
  });
});

describe('no warning is given', () => {
  it.each([
    ['- partitionKey: { property: pk, value: "{/a}" }', 'c: { entities: [post], partitionKey: /pk }'],
    ['- partitionKey: { property: pk, value: "{/a}" }', 'c: { entities: [post], partitionKey: [/tenant, /pk] }'],
    [
      '- partitionKey: { property: pk, value: "{/a}" }',
      'c: { entities: [post], partitionKey: /id }\nd: { entities: [post], partitionKey: /pk }',
    ],
    ['- ttl: -1', 'c: { entities: [post], partitionKey: /id, ttl: enabled }'],
    [
      `${SPLIT}- ttl: 60`,
      'c: { entities: [post], partitionKey: /id, ttl: 9 }\nd: { entities: [part], partitionKey: /id }',
    ],
  ])('for %s and %s', async (transforms, containers) => {
    expect(await problemsWith(transforms, containers)).toEqual([]);
  });
});
