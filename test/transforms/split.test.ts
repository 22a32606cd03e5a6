import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyObject, anyTree, type ObjectTree, print, type Tree } from '../document/json-tree.ts';
import { holdsAsync } from '../property.ts';
import { recorded } from '../transform/recorded.ts';

describe('split', () => {
  it.each([
    ['{ path: /list/*, into: item }', 'path names the array itself: write /list without the closing *'],
    ['{ path: /, into: item }', '"/" is the whole document'],
    ['{ path: /list }', 'split needs "into"'],
    [
      '{ path: /list, into: item, keep: { as: kept } }',
      'keep needs exactly one of newest, oldest, first, last, all, found none',
    ],
    ['{ path: /list, into: item, keep: { as: kept, first: 1, last: 1 } }', 'found first and last'],
    ['{ path: /list, into: item, keep: { as: kept, newest: 1 } }', 'keep needs by'],
    [
      '{ path: /list, into: item, keep: { as: kept, first: 1, by: /at } }',
      'keep.by has a meaning only beside newest or oldest',
    ],
    [
      '{ path: /list, into: item, keep: { as: kept, all: true, ids: true, pick: [/a] } }',
      'keep takes pick or ids, not both',
    ],
    [
      '{ path: /list, into: item, keep: { as: kept, first: 1, ids: true }, children: rest }',
      'keep.ids are those of children',
    ],
    ['{ path: /list, into: item, keep: { as: n, first: 1 }, count: n }', 'keep.as and count are both called "n"'],
    ['{ path: /list, into: item, keep: { as: kept, newest: 0, by: /at } }', 'newest'],
    ['{ path: /list, into: item, link: { a: /b/*/c } }', 'link takes one value for "a", and /b/*/c can mean several'],
    ['{ path: /list, into: item, children: rest }', 'children: rest needs keep'],
    ['{ path: /list, into: item, children: some }', 'children'],
    ['{ path: /list, into: item, count: /n }', 'has no slash'],
    ['{ path: /list, into: item, id: "{shard}" }', 'shard'],
    ['{ path: /list, into: item, keep: { as: kept, last: 1, by: /a/*/b } }', 'several places'],
    ['{ path: /list, into: item, onReject: all }', 'onReject'],
  ])('refuses %s', async (options, problem) => {
    await expect(recorded(`- split: ${options}`, [])).rejects.toThrow(problem);
  });

  it('reports each element that has nothing to compare, once, and only what is compared', async () => {
    const list = '[{"at":1},{},{"at":null},{"at":"text"},7]';
    const split = (keep: string): string => `- split: { path: /a/list, into: item, keep: { as: kept, ${keep} } }`;
    const document = `{"id":"p","a":{"list":${list}}}`;
    const newest = await recorded(split('newest: 1, by: /at'), [document]);
    expect(newest.events.filter((event) => event.startsWith('noted'))).toEqual(
      Array.from({ length: 3 }, () => 'noted ORDER_VALUE_MISSING /a/list/*/at'),
    );
    const last = await recorded(split('last: 1'), [document]);
    expect(last.events.filter((event) => event.startsWith('noted'))).toEqual([]);
  });

  it('reports nothing of a document that it rejects', async () => {
    const { events } = await recorded(
      '- split: { path: /list, into: item, id: "{/no}", keep: { as: kept, newest: 1, by: /at } }',
      ['{"id":"p","list":[{}]}'],
    );
    expect(events).toEqual(['reject post p at split: TEMPLATE_PATH_MISSING']);
  });

  it('loses nothing: children and parent together are the document', async () => {
    const element = anyTree.map(withoutId);
    await holdsAsync(
      fc.asyncProperty(anyObject.map(withoutId), fc.array(element, { maxLength: 6 }), async (rest, elements) => {
        const id = { name: 'id', source: '"id"', value: { kind: 'scalar', source: '"p"' } as const };
        const members = rest.members.filter(({ name }) => name !== 'list');
        const list = { name: 'list', source: '"list"', value: { kind: 'array' as const, elements } };
        const whole: ObjectTree = { kind: 'object', members: [id, ...members, list] };
        const { texts, events } = await recorded(
          '- split: { path: /list, into: item, value: the element itself, index: its place }',
          [print(whole)],
        );
        expect(events.filter((event) => !event.startsWith('emit'))).toEqual([]);
        expect(texts['post']).toEqual([print({ kind: 'object', members: [id, ...members] })]);
        expect((texts['item'] ?? []).map(elementOf)).toEqual(elements.map(print));
      }),
      120,
    );
  }, 60_000);

  it('keeps in the parent what the children are without', async () => {
    await holdsAsync(
      fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), async (values, n) => {
        const elements = values.map((at, place) => `{"at":${at},"place":${place}}`);
        const { texts } = await recorded(
          `- split: { path: /list, into: item, keep: { as: list, newest: ${n}, by: /at }, children: rest, id: "{/place}" }`,
          [`{"id":"p","list":[${elements.join(',')}]}`],
        );
        const kept = (JSON.parse(texts['post']![0]!) as { list: { place: number }[] }).list;
        const children = (texts['item'] ?? []).map((text) => (JSON.parse(text) as { place: number }).place);
        expect([...kept.map(({ place }) => place), ...children].toSorted((a, b) => a - b)).toEqual([...values.keys()]);
        expect(kept).toHaveLength(Math.min(n, values.length));
      }),
      60,
    );
  }, 60_000);
});

/** The element out of the text of its child. */
function elementOf(child: string, place: number): string {
  const wrapped = /^\{"the element itself":(.*),"its place":(\d+),"id":"p:\2"\}$/s.exec(child);
  if (wrapped !== null) return wrapped[1]!;
  const own = /^\{(.*?),?"its place":(\d+),"id":"p:\2"\}$/s.exec(child);
  expect(own?.[2]).toBe(String(place));
  return `{${own![1]!}}`;
}

function withoutId<Kind extends Tree>(tree: Kind): Kind {
  return tree.kind === 'object' ? { ...tree, members: tree.members.filter(({ name }) => name !== 'id') } : tree;
}
