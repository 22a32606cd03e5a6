// Does a right plan become what it says?
import { describe, expect, it } from 'vitest';
import { planWith, reading } from './reading.ts';

describe('a plan that is right', () => {
  it('gives its sources, steps, containers and entities', async () => {
    const { plan, problems } = await reading(`
      version: 1
      name: blog
      description: Move comments out.
      sources:
        post: { file: posts.ndjson, maxDocument: 2mb, duplicateKeys: last }
        author: { file: "authors-*.json" }
      transforms:
        - everything: { path: /comments, into: comment, keep: { as: recent, newest: 3 } }
          for: post
          overwrite: true
        - erase: [/internal, /items/*/x]
      containers:
        posts: { entities: [post], partitionKey: [/tenant, /blog], uniqueKeys: [/slug, [/a, /b]], ttl: enabled }
        comments: { entities: comment, partitionKey: /postId, name: post-comments, ttl: 60, write: upsert }
      discard: author
      target: { folder: out/ }
    `);
    expect(problems).toEqual([]);
    expect(plan).toMatchObject({
      name: 'blog',
      description: 'Move comments out.',
      sources: [
        { entity: 'post', file: 'posts.ndjson', maxDocument: 2_097_152, duplicateKeys: 'last' },
        { entity: 'author', file: 'authors-*.json', maxDocument: 67_108_864 },
      ],
      steps: [
        { index: 0, name: 'everything', for: ['post'], overwrite: true, makes: ['comment'] },
        { index: 1, name: 'erase', for: ['post', 'author', 'comment'], overwrite: false, makes: [] },
      ],
      containers: [
        {
          label: 'posts',
          name: 'posts',
          entities: ['post'],
          partitionKey: [{ text: '/tenant' }, { text: '/blog' }],
          uniqueKeys: [[{ text: '/slug' }], [{ text: '/a' }, { text: '/b' }]],
          defaultTtl: -1,
          write: 'create',
          onConflict: 'reject',
          conflicts: 'decided',
        },
        { label: 'comments', name: 'post-comments', entities: ['comment'], defaultTtl: 60, write: 'upsert' },
      ],
      discard: ['author'],
      entities: ['post', 'author', 'comment'],
      target: { folder: 'out/' },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
  });

  it('may be JSON, indented by tabs', async () => {
    const text = JSON.stringify(
      {
        version: 1,
        name: 'j',
        source: { file: 'a.json' },
        containers: { c: { entities: ['document'], partitionKey: '/id' } },
      },
      undefined,
      '\t',
    );
    const { plan, problems } = await reading(text);
    expect(problems).toEqual([]);
    expect(plan?.sources).toMatchObject([{ entity: 'document', file: 'a.json' }]);
  });

  it('needs no transforms', async () => {
    expect((await reading(planWith({}))).plan?.steps).toEqual([]);
  });
});
