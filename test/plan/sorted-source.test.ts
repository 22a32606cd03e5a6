// Which entities come from a mixed source, and is a mistake in naming them told?
import { describe, expect, it } from 'vitest';
import { problemsOf, reading } from './reading.ts';

const plan = (parts: {
  readonly entity?: string;
  readonly transforms?: string;
  readonly containers?: string;
  readonly more?: string;
}): string => `version: 1
name: mixed
source: { file: a, entity: ${parts.entity ?? '{ by: /type, names: { blogPost: post, "": page } }'} }
transforms: ${parts.transforms ?? '[]'}
containers: ${parts.containers ?? '{ a: { entities: [post, note], partitionKey: /id }, b: { entities: [page, post], partitionKey: /id } }'}
${parts.more ?? 'discard: [draft]'}
`;

describe('a source that is sorted', () => {
  it('gives the entities that names, containers and discard tell of, but none that a step makes', async () => {
    const text = plan({
      transforms: '[{ erase: [/x], for: note }, { everything: { path: /a, into: note } }, assign: { /b: 1 }]',
    });
    const { plan: read, problems } = await reading(text.replace(', for: note', ''));
    expect(problems).toEqual([]);
    expect(read).toMatchObject({
      sources: [
        {
          entity: 'document',
          sort: {
            by: { text: '/type' },
            names: new Map([
              ['blogPost', 'post'],
              ['', 'page'],
            ]),
            known: new Set(['post', 'page', 'note', 'draft']),
          },
        },
      ],
      entities: ['post', 'page', 'draft', 'note'],
      steps: [
        { name: 'erase', for: ['post', 'page', 'draft'] },
        { name: 'everything', for: ['post', 'page', 'draft'], makes: ['note'] },
        { name: 'assign', for: ['post', 'page', 'draft'] },
      ],
    });
    expect(await problemsOf(text)).toEqual([
      '4:34 unknown-entity "for": there are no documents of the entity "note" here yet; the step in line 4 makes them.',
    ]);
  });

  it('is called by its key among several, and shares entities with the others', async () => {
    const { plan: read, problems } = await reading(`
      version: 1
      name: mixed
      sources: { dump: { file: a, entity: { by: /kind/name } }, post: { file: b } }
      containers: { a: { entities: [post, note], partitionKey: /id } }
    `);
    expect(problems).toEqual([]);
    expect(read!.sources).toMatchObject([
      { entity: 'dump', sort: { known: new Set(['post', 'note']) } },
      { entity: 'post' },
    ]);
    expect(read!.entities).toEqual(['post', 'note']);
  });

  it('may have a name of the data that a prototype has', async () => {
    const { plan: read } = await reading(
      plan({ entity: '{ by: /type, names: { __proto__: post, constructor: page } }' }),
    );
    expect([...read!.sources[0]!.sort!.names]).toEqual([
      ['__proto__', 'post'],
      ['constructor', 'page'],
    ]);
  });

  it.each([
    [
      'an entity of names that no container takes',
      plan({ entity: '{ by: /type, names: { x: psot } }' }),
      [
        '3:53 entity-without-container No container takes the entity "psot"; name it under the entities of one, or under discard: [psot].',
      ],
    ],
    [
      'an entity of a step that is misspelt',
      plan({ transforms: '[{ erase: [/x], for: [pots] }]' }),
      ['4:35 unknown-entity "for": there is no entity "pots"; did you mean "post"?'],
    ],
    [
      'an entity that a step makes and the container writes otherwise',
      plan({
        transforms: '[everything: { path: /a, into: comment }]',
        containers: '{ a: { entities: [post, page, comments], partitionKey: /id } }',
      }),
      [
        '4:14 entity-without-container No container takes the entity "comment"; name it under the entities of one, or under discard: [comment].',
      ],
    ],
    [
      'nothing to sort by',
      plan({ entity: '{ names: { blogPost: post } }' }),
      ['3:28 missing-key "entity" of the source needs "by".'],
    ],
    [
      'a path that can mean several places',
      plan({ entity: '{ by: /types/* }' }),
      ['3:34 invalid-path "by": "/types/*" can mean several places by its *, and one is needed.'],
    ],
    [
      'a path without slash',
      plan({ entity: '{ by: type }' }),
      ['3:34 invalid-path "by": a path starts with "/", found "type"; write "/type".'],
    ],
    [
      'a key that is misspelt',
      plan({ entity: '{ by: /type, name: {} }' }),
      ['3:41 unknown-key "entity" of the source has no key "name"; did you mean "names"?'],
    ],
    [
      'names that are none',
      plan({ entity: '{ by: /type, names: { a: [post], b: "", c: " x" } }' }),
      [
        '3:53 wrong-type "a" of "names" has to be an entity\'s name, found a list.',
        '3:64 invalid-value "b" of "names" is empty.',
        '3:71 invalid-name "c" of "names" cannot be " x": an entity is a plain name.',
      ],
    ],
    [
      'a list of names',
      plan({ entity: '{ by: /type, names: [post] }' }),
      ['3:48 wrong-type "names" has to be a map, found a list.'],
    ],
  ])('reports %s', async (_, text, problems) => {
    expect(await problemsOf(text)).toEqual(problems);
  });
});
