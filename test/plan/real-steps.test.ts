// Do the steps say of themselves what the check of a plan needs to know?
import { describe, expect, it } from 'vitest';
import { findStep, stepNames } from '../../src/transform/registry.ts';
import { planWith, problemsOf } from './reading.ts';

const options = { vocabulary: { findStep, stepNames } };
const GONE = (step: string, path: string): string =>
  `6:3 path-gone warning: ${step} finds nothing at ${path}: remove in line 5 has taken it away.`;

describe('behind remove: /a', () => {
  it.each([
    ['rename: { /a: /b }', GONE('rename', '/a')],
    ['copy: { /a/x: /b }', GONE('copy', '/a/x')],
    ['set: { /b: "{/a}" }', GONE('set', '/a')],
    ['stringify: /a', GONE('stringify', '/a')],
    ['id: "{/a}-{/b}"', GONE('id', '/a')],
    ['id: { from: /a }', GONE('id', '/a')],
    ['type: { property: kind, value: "{/a}" }', GONE('type', '/a')],
    ['pick: [/id, /a]', GONE('pick', '/a')],
    ['split: { path: /a, into: child }', GONE('split', '/a')],
    ['split: { path: /b, into: child, link: { x: /a } }', GONE('split', '/a')],
  ])('%s is warned of', async (step, problem) => {
    const containers = 'c: { entities: [post], partitionKey: /id }';
    const more = step.includes('child') ? 'discard: child' : 'target: { folder: out }';
    const text = planWith({ transforms: `- remove: /a\n- ${step}`, containers, more });
    expect(await problemsOf(text, options)).toEqual([problem]);
  });

  it.each([
    'fill: { /a: 1 }',
    'set: { /a: 1 }',
    'rename: { /b: /a }',
    'copy: { /b: /a/c }',
    'type: a',
    'flatten: /b',
    'split: { path: /b, into: child, count: a }',
    'split: { path: /b, into: child, keep: { as: a, first: 1 } }',
  ])('and %s, /a may be there again', async (step) => {
    const more = step.includes('child') ? 'discard: child' : 'target: { folder: out }';
    const text = planWith({ transforms: `- remove: /a\n- ${step}\n- stringify: /a`, more });
    expect(await problemsOf(text, options)).toEqual([]);
  });
});

describe('an id that was meant as a path', () => {
  it.each(['id: /a', 'id: "{{/a}}"'])('%s is refused, with what to write', async (step) => {
    expect(await problemsOf(planWith({ transforms: `- ${step}` }), options)).toEqual([
      '5:3 conflicting-options id: the value is the same text for every document, and no id may hold a "/"; write "{/path}", or from: /path, for the value of a property.',
    ]);
  });

  it('id: {/a} without quotes is told of them', async () => {
    expect(await problemsOf(planWith({ transforms: '- id: {/a}' }), options)).toEqual([
      '5:7 wrong-type id has to be a text for "value" or a map (value, from, encode), found a map; in YAML a text that begins with { has to stand in quotes.',
    ]);
  });

  it.each(['id: "{/a}"', 'id: settings', 'id: { from: /a }', 'id: { value: /a, encode: true }'])(
    '%s is taken',
    async (step) => {
      expect(await problemsOf(planWith({ transforms: `- ${step}` }), options)).toEqual([]);
    },
  );
});
