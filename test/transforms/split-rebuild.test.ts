// Do the children of arrays within arrays, and what is left of the document, make the document again?
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyTree, type Member, type ObjectTree, print, type Tree } from '../document/json-tree.ts';
import { holdsAsync } from '../property.ts';
import { recorded } from '../transform/recorded.ts';

const STEP = '- split: { path: /orders/*/items, into: item, value: the element itself, index: its place }';

it('split of arrays within arrays loses nothing', async () => {
  const own = anyTree.map((tree) => without(tree, 'id', 'items'));
  // What holds no array, or none at this place, is passed over.
  const order = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(own.map(asObject), fc.array(own, { maxLength: 4 })).map(withItems) },
    { weight: 1, arbitrary: own },
    { weight: 1, arbitrary: own.map((tree) => member(asObject(tree), 'items', { kind: 'scalar', source: 'null' })) },
  );
  await holdsAsync(
    fc.asyncProperty(fc.array(order, { maxLength: 4 }), async (elements) => {
      const id: Member = { name: 'id', source: '"id"', value: { kind: 'scalar', source: '"p"' } };
      const orders: Member = { name: 'orders', source: '"orders"', value: { kind: 'array', elements } };
      const whole = print({ kind: 'object', members: [id, orders] });
      const { texts, events } = await recorded(STEP, [whole]);
      expect(events.filter((event) => !event.startsWith('emit'))).toEqual([]);
      expect(rebuilt(elements, texts['post']![0]!, texts['item'] ?? [])).toBe(whole);
    }),
    150,
  );
}, 60_000);

/** The document, out of what is left of it and its children; `elements` only say where an array has stood. */
function rebuilt(elements: readonly Tree[], left: string, children: readonly string[]): string {
  const items = new Map<number, string[]>();
  for (const child of children) {
    const [, content = '', order = '', place = ''] = /^\{(.*?),?"its place":\d+,"id":"p:(\d+):(\d+)"\}$/s.exec(child)!;
    const element = content.startsWith('"the element itself":') ? content.slice(21) : `{${content}}`;
    const list = items.get(Number(order)) ?? [];
    items.set(Number(order), list);
    expect(list.push(element) - 1).toBe(Number(place));
  }
  // Each order in turn is what is left of it, with its items put back at its end.
  const leftOrders = elements.map((element, i) => {
    if (!hasItems(element)) return print(element);
    const rest = print(without(element, 'items'));
    return {
      rest,
      whole: `${rest.slice(0, -1)}${rest === '{}' ? '' : ','}"items":[${(items.get(i) ?? []).join(',')}]}`,
    };
  });
  const texts = leftOrders.map((order) => (typeof order === 'string' ? order : order.rest));
  expect(left).toBe(`{"id":"p","orders":[${texts.join(',')}]}`);
  return `{"id":"p","orders":[${leftOrders.map((order) => (typeof order === 'string' ? order : order.whole)).join(',')}]}`;
}

function hasItems(tree: Tree): boolean {
  return tree.kind === 'object' && tree.members.some(({ name, value }) => name === 'items' && value.kind === 'array');
}

function without(tree: Tree, ...names: readonly string[]): Tree {
  return tree.kind === 'object' ? { ...tree, members: tree.members.filter(({ name }) => !names.includes(name)) } : tree;
}

function asObject(tree: Tree): ObjectTree {
  return tree.kind === 'object' ? tree : { kind: 'object', members: [] };
}

function withItems([object, elements]: [ObjectTree, Tree[]]): ObjectTree {
  return member(object, 'items', { kind: 'array', elements });
}

function member(object: ObjectTree, name: string, value: Tree): ObjectTree {
  return { ...object, members: [...object.members, { name, source: JSON.stringify(name), value }] };
}
