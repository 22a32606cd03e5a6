import { describe, expect, it } from 'vitest';
import { recorded } from './recorded.ts';

const POST = '{"id":"p","comments":[{"id":1,"likes":[{"id":"x"},{"id":"y"}]},{"id":2}],"tags":["a","b"]}';

describe('documents come out', () => {
  it('before what was made of them, by step, then by element, depth first', async () => {
    const { events, made } = await recorded(
      `
      - split: { path: /tags, into: tag }
      - split: { path: /comments, into: comment }
      - split: { path: /likes, into: like }
        for: comment
      `,
      [POST, '{"id":"q","tags":["c"]}'],
    );
    expect(events).toEqual([
      'emit post p',
      'emit tag p:0 of #0',
      'emit tag p:1 of #0',
      'emit comment p:1 of #0',
      'emit like p:1:x of #3',
      'emit like p:1:y of #3',
      'emit comment p:2 of #0',
      'emit post q',
      'emit tag q:0 of #0',
    ]);
    expect(made).toEqual({ tag: 3, comment: 2, like: 2 });
  });

  it('of steps behind the one that made them, only', async () => {
    const { texts } = await recorded(
      `
      - set: { /before: 1 }
        for: "*"
      - split: { path: /tags, into: tag }
      - set: { /after: 1 }
        for: "*"
      `,
      ['{"id":"p","tags":["a"]}'],
    );
    expect(texts).toEqual({
      post: ['{"id":"p","before":1,"after":1}'],
      tag: ['{"value":"a","id":"p:0","after":1}'],
    });
  });
});

describe('a step under a condition', () => {
  it('works on the documents for which it is true, children too, and the others pass it by', async () => {
    const { events, texts } = await recorded(
      `
      - split: { path: /tags, into: tag }
        if: doc.id == 'p'
      - set: { /long: true }
        for: "*"
        if: has(doc.value) && doc.value != 'a'
      `,
      [POST, '{"id":"q","tags":["c"]}'],
    );
    expect(events).toEqual(['emit post p', 'emit tag p:0 of #0', 'emit tag p:1 of #0', 'emit post q']);
    expect(texts['tag']).toEqual(['{"value":"a","id":"p:0"}', '{"value":"b","id":"p:1","long":true}']);
  });

  it('rejects under its name what the condition cannot be asked of, untouched', async () => {
    const { events, texts } = await recorded(
      `
      - where: doc.id != 'gone'
      - set: { /seen: true }
      - split: { path: /tags, into: tag }
        if: doc.size > 1
      `,
      ['{"id":"p","tags":["a"],"size":"large"}', '{"id":"gone"}'],
    );
    expect(events).toEqual(['reject post p at split: EXPRESSION_FAILED', 'filter post gone']);
    expect(texts['post']).toEqual(['{"id":"p","tags":["a"],"size":"large","seen":true}']);
  });
});

describe('a step that rejects', () => {
  it('leaves no children, counts or losses of its own, those of earlier steps stay', async () => {
    const { events, texts, made } = await recorded(
      `
      - split: { path: /tags, into: tag }
      - split: { path: /comments, into: comment, omit: [/likes], link: { id: /id } }
      `,
      [POST],
    );
    expect(events).toEqual(['reject post p at split: TARGET_EXISTS', 'emit tag p:0, orphan', 'emit tag p:1, orphan']);
    expect(made).toEqual({ tag: 2 });
    expect(texts['post']).toEqual(['{"id":"p","comments":[{"id":1,"likes":[{"id":"x"},{"id":"y"}]},{"id":2}]}']);
  });

  it('leaves the document as it found it, in a level that was edited already, too', async () => {
    const { texts } = await recorded(
      `
      - set: { /a/set: true }
      - split: { path: /a/list, into: item, keep: { as: kept, first: 1 }, count: taken }
      `,
      ['{"id":"p","a":{"list":[1],"taken":7}}'],
    );
    expect(texts).toEqual({ post: ['{"id":"p","a":{"list":[1],"taken":7,"set":true}}'] });
  });

  it.each([
    ['set', '- set: { /p: 1, /a/p: 1, /list/*/p: 1, /size/p: 1 }'],
    ['set with a template', '- set: { /size: 2, /a/b: 1, /p: "{/missing}" }'],
    ['fill', '- fill: { /p: 1, /a/p: 1, /list/*/p: 1, /size/p: 1 }'],
    ['rename', '- rename: { /id: /p, /a/b: /a/p, /list/*/n: /list/*/m, /text: /size }'],
    ['copy', '- copy: { /id: /p, /a/b: /a/p, /list/*/n: /list/*/m, /text: /size/p }'],
    ['convert', '- convert: { /list/*/n: string, /a/b: string, /text: number }'],
    ['convert in a list', '- convert: { /list/*/t: number }'],
    ['nest', '- nest: { into: /list/*/t, from: [n] }'],
  ])('leaves every level as it found it, those that were edited before, too: %s', async (_name, step) => {
    const { events, texts } = await recorded(
      `
      - set: { /e: 1, /a/e: 2, /list/*/e: 3, /a/made/e: 4 }
      - remove: [/gone, /a/gone, /list/*/gone]
      ${step}
      `,
      [
        '{"id":"p","gone":0,"size":7,"text":"x","a":{"gone":0,"b":true},"list":[{"gone":0,"n":1,"t":"1"},{"n":2,"t":"x"}]}',
      ],
    );
    expect(events.filter((event) => event.startsWith('reject'))).toHaveLength(1);
    expect(texts['post']).toEqual([
      '{"id":"p","size":7,"text":"x","a":{"b":true,"e":2,"made":{"e":4}},"list":[{"n":1,"t":"1","e":3},{"n":2,"t":"x","e":3}],"e":1}',
    ]);
  });

  it('rejects a child alone, and its children with nothing', async () => {
    const { events } = await recorded(
      `
      - split: { path: /comments, into: comment }
      - split: { path: /likes, into: like }
        for: comment
      - id: "{/missing}"
        for: comment
      `,
      ['{"id":"p","comments":[{"id":1,"likes":[{"id":"x"}]},{"id":2,"missing":"m"}]}'],
    );
    expect(events).toEqual([
      'emit post p',
      'reject comment p:1 at id: TEMPLATE_PATH_MISSING',
      'emit like p:1:x, orphan',
      'lost /id by id: 1',
      'emit comment m of #0',
    ]);
  });
});

describe('a family', () => {
  const FAMILY = `
    - split: { path: /comments, into: comment, onReject: family }
  `;

  it('comes out together, in order, under one number; another has another', async () => {
    const { events } = await recorded(FAMILY, [POST, POST]);
    const one = ['emit post p, family 1', 'emit comment p:1 of #0, family 1', 'emit comment p:2 of #0, family 1'];
    expect(events).toEqual([...one, ...one]);
  });

  it('falls with a child that a later step rejects, its siblings and its parent too', async () => {
    const { events } = await recorded(
      `
      ${FAMILY}
      - id: "{/missing}"
        for: comment
      `,
      [
        '{"id":"p","comments":[{"id":1,"missing":"a"},{"id":2},{"id":3,"missing":"c"}]}',
        POST.replaceAll('id":1', 'missing":1,"id":1'),
      ],
    );
    expect(events.filter((event) => !event.startsWith('lost'))).toEqual([
      'reject comment p:2 at id: TEMPLATE_PATH_MISSING',
      'reject post p at write: TEMPLATE_PATH_MISSING',
      'reject comment a at write: TEMPLATE_PATH_MISSING',
      'reject comment c at write: TEMPLATE_PATH_MISSING',
      'reject comment p:2 at id: TEMPLATE_PATH_MISSING',
      'reject post p at write: TEMPLATE_PATH_MISSING',
      'reject comment 1 at write: TEMPLATE_PATH_MISSING',
    ]);
  });

  it('falls with the parent that a later step rejects', async () => {
    const { events } = await recorded(`${FAMILY}\n - id: "{/missing}"`, [POST]);
    expect(events).toEqual([
      'reject post p at id: TEMPLATE_PATH_MISSING',
      'reject comment p:1 at write: TEMPLATE_PATH_MISSING',
      'reject comment p:2 at write: TEMPLATE_PATH_MISSING',
    ]);
  });

  it.each(['post p', 'comment p:2'])('falls with %s that a container refuses', async (member) => {
    const { events } = await recorded(FAMILY, [POST], [member]);
    expect(events.toSorted()).toEqual([
      'reject comment p:1 at write: ITEM_TOO_LARGE',
      'reject comment p:2 at write: ITEM_TOO_LARGE',
      'reject post p at write: ITEM_TOO_LARGE',
    ]);
  });

  it('does not hold what another step made of its parent', async () => {
    const transforms = `
      - split: { path: /tags, into: tag }
      ${FAMILY}
    `;
    const whole = await recorded(transforms, [POST]);
    expect(whole.events).toEqual([
      'emit post p, family 1',
      'emit tag p:0 of #0',
      'emit tag p:1 of #0',
      'emit comment p:1 of #0, family 1',
      'emit comment p:2 of #0, family 1',
    ]);
    const fallen = await recorded(transforms, [POST], ['comment p:1']);
    expect(fallen.events).toEqual([
      'reject comment p:1 at write: ITEM_TOO_LARGE',
      'reject post p at write: ITEM_TOO_LARGE',
      'emit tag p:0, orphan',
      'emit tag p:1, orphan',
      'reject comment p:2 at write: ITEM_TOO_LARGE',
    ]);
    const without = await recorded(transforms, [POST], ['tag p:1']);
    expect(without.events.filter((event) => event.startsWith('reject'))).toEqual([
      'reject tag p:1 at write: ITEM_TOO_LARGE',
    ]);
  });

  const NESTED = `
    ${FAMILY}
    - split: { path: /likes, into: like, onReject: family }
      for: comment
  `;

  it('holds the families of its members', async () => {
    const { events } = await recorded(NESTED, [POST]);
    expect(events).toEqual([
      'emit post p, family 1',
      'emit comment p:1 of #0, family 1',
      'emit like p:1:x of #1, family 1',
      'emit like p:1:y of #1, family 1',
      'emit comment p:2 of #0, family 1',
    ]);
    const fallen = await recorded(NESTED, [POST], ['like p:1:y']);
    expect(fallen.events.filter((event) => event.startsWith('reject'))).toHaveLength(5);
  });

  it('does not hold what a member gave away for itself', async () => {
    const { events } = await recorded(NESTED.replace(/(like), onReject: family/, '$1'), [POST], ['like p:1:y']);
    expect(events).toEqual([
      'emit post p, family 1',
      'emit comment p:1 of #0, family 1',
      'emit like p:1:x of #1',
      'reject like p:1:y at write: ITEM_TOO_LARGE',
      'emit comment p:2 of #0, family 1',
    ]);
  });

  it('may begin at a child that belongs to none, or beside another', async () => {
    const transforms = `
      - split: { path: /comments, into: comment }
      - split: { path: /tags, into: tag, onReject: family }
      - split: { path: /likes, into: like, onReject: family }
        for: comment
    `;
    const whole = await recorded(transforms, [POST]);
    expect(whole.events).toEqual([
      'emit post p, family 1',
      'emit comment p:1 of #0, family 2',
      'emit like p:1:x of #1, family 2',
      'emit like p:1:y of #1, family 2',
      'emit comment p:2 of #0',
      'emit tag p:0 of #0, family 1',
      'emit tag p:1 of #0, family 1',
    ]);
    const fallen = await recorded(transforms, [POST], ['like p:1:x']);
    expect(fallen.events.filter((event) => event.startsWith('emit'))).toEqual([
      'emit post p, family 1',
      'emit comment p:2 of #0',
      'emit tag p:0 of #0, family 1',
      'emit tag p:1 of #0, family 1',
    ]);
  });
});
