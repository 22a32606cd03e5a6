// Are ancestors what a walk through all documents in memory finds, whatever is remembered on the way?
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePath } from '../../../src/document/path.ts';
import { holdsAsync } from '../../property.ts';
import { listedIn } from './tree-of.ts';

const PARENT = parsePath('/parent');
const OPTIONS = { parent: PARENT, of: { bare: parsePath('/n') } };

/** Ways of writing ids of which some are the same. */
const IDS = [
  '"a"',
  '"\\u0061"',
  '"b"',
  '1',
  '1.0',
  '1e0',
  '"1"',
  'true',
  '"true"',
  '9007199254740993',
  '"c"',
  '"d"',
  '"e"',
];
const same = new Map([
  ['"\\u0061"', '"a"'],
  ['1.0', '1'],
  ['1e0', '1'],
]);

interface Node {
  readonly id: string;
  readonly parent: string | undefined;
}

const scalar = fc.constantFrom(...IDS);
const node: fc.Arbitrary<Node> = fc.record({
  id: fc.oneof({ weight: 20, arbitrary: scalar }, fc.constantFrom('null', '[1]')),
  parent: fc.oneof({ weight: 9, arbitrary: scalar }, fc.constantFrom(undefined, 'null', '[1]', '"gone"')),
});

describe('ancestors', () => {
  it('are those of a walk in memory, with circles, gaps and doubled ids', async () => {
    const property = fc.asyncProperty(
      fc.array(node, { maxLength: 14 }),
      fc.constantFrom(0, 600, 1 << 20),
      async (nodes, remembered) => {
        const found = await listedIn(nodes.map(lineOf), OPTIONS, { remembered });
        expect(found.map(({ text, notes }) => ({ text, codes: notes.map(({ code }) => code) }))).toEqual(
          nodes.map((one, n) => expectedOf(one, n, nodes)),
        );
      },
    );
    await holdsAsync(property, 150);
  });

  it('of a long chain are found from either end, with little remembered', async () => {
    const length = 3_000;
    const lines = Array.from({ length }, (_, n) =>
      lineOf({ id: String(n), parent: n === 0 ? undefined : String(n - 1) }, n),
    );
    const expected = lines.map((line, n) => `${line.slice(0, -1)},"ancestors":[${[...Array(n).keys()].join(',')}]}`);
    const inOrder = await listedIn(lines, OPTIONS, { remembered: 10_000 });
    expect(inOrder.map(({ text }) => text)).toEqual(expected);
    const backwards = await listedIn(lines, OPTIONS, { remembered: 10_000, passing: lines.slice(-3).toReversed() });
    expect(backwards.map(({ text }) => text)).toEqual(expected.slice(-3).toReversed());
  });

  it('tell a parent that is missing, there as text, or no id', async () => {
    const lines = ['{"id":1,"parent":"1"}', '{"id":"x","parent":"gone"}', '{"id":"y","parent":{"id":1}}'];
    const found = await listedIn(lines, { parent: PARENT });
    expect(found.map(({ notes }) => notes)).toEqual([
      [
        {
          code: 'REFERENCE_MISSING',
          message: '/parent holds "1", and no document has it at /id: the list of ancestors begins below it.',
        },
        {
          code: 'REFERENCE_AS_TEXT',
          message: '/parent holds "1", and a document holds it at /id as number: they match only as text.',
        },
      ],
      [
        {
          code: 'REFERENCE_MISSING',
          message: '/parent holds "gone", and no document has it at /id: the list of ancestors begins below it.',
        },
      ],
      [
        {
          code: 'REFERENCE_MISSING',
          message:
            '/parent holds an object, and a parent is found by its id: a text or a number. The list of ancestors is empty.',
        },
      ],
    ]);
  });

  it('tell a circle with those on it', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const lines = ids.map((id, i) => `{"id":"${id}","parent":"${ids[(i + 1) % ids.length]}"}`);
    const found = await listedIn([...lines, '{"id":8,"parent":8}', '{"id":"z","parent":"f"}'], { parent: PARENT });
    expect(found[0]).toEqual({
      text: '{"id":"a","parent":"b","ancestors":["g","f","e","d","c","b"]}',
      notes: [
        {
          code: 'ANCESTOR_CYCLE',
          message:
            'The parents of "a" lead back to it: over "b" and 5 more. The list of ancestors ends before it would repeat.',
        },
      ],
    });
    expect(found.slice(7)).toEqual([
      {
        text: '{"id":8,"parent":8,"ancestors":[]}',
        notes: [
          {
            code: 'ANCESTOR_CYCLE',
            message:
              'The parents of 8 lead back to it: it is its own parent. The list of ancestors ends before it would repeat.',
          },
        ],
      },
      // Below a circle: once around.
      { text: '{"id":"z","parent":"f","ancestors":["e","d","c","b","a","g","f"]}', notes: [] },
    ]);
  });
});

function lineOf({ id, parent }: Node, n: number): string {
  return parent === undefined ? `{"id":${id},"n":${n}}` : `{"id":${id},"n":${n},"parent":${parent}}`;
}

function expectedOf(one: Node, n: number, nodes: readonly Node[]): { readonly text: string; readonly codes: string[] } {
  const codes: string[] = [];
  const above: number[] = [];
  let child = one;
  for (;;) {
    if (child.parent === undefined || child.parent === 'null') break;
    const at = nodes.findIndex(({ id }) => isScalar(id) && isSame(id, child.parent!));
    if (at < 0 && child === one) {
      codes.push('REFERENCE_MISSING');
      if (nodes.some(({ id }) => isScalar(id) && isScalar(child.parent!) && textOf(id) === textOf(child.parent!)))
        codes.push('REFERENCE_AS_TEXT');
    }
    if (at < 0 || above.includes(at)) break;
    if (isScalar(one.id) && isSame(nodes[at]!.id, one.id)) {
      codes.push('ANCESTOR_CYCLE');
      break;
    }
    above.unshift(at);
    child = nodes[at]!;
  }
  return { text: `${lineOf(one, n).slice(0, -1)},"ancestors":[${above.join(',')}]}`, codes };
}

function isScalar(json: string): boolean {
  return json !== 'null' && !json.startsWith('[');
}

function isSame(one: string, other: string): boolean {
  return (same.get(one) ?? one) === (same.get(other) ?? other);
}

function textOf(json: string): string {
  return (same.get(json) ?? json).replaceAll('"', '');
}
