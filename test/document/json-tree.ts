// JSON as a plain tree that keeps what text can say and JavaScript objects cannot: repeated keys, the order of keys,
// digits and escapes as written. Tests change it beside a document and compare what the two print.
import * as fc from 'fast-check';

export type Tree =
  | { readonly kind: 'scalar'; readonly source: string }
  | { readonly kind: 'array'; readonly elements: Tree[] }
  | ObjectTree;

export interface ObjectTree {
  readonly kind: 'object';
  readonly members: Member[];
}

export interface Member {
  readonly name: string;
  /** The key as written, quotes included. */
  readonly source: string;
  value: Tree;
}

/** Names that are easily mistaken: for indexes, for what JavaScript objects inherit, for each other by their hashes. */
export const NAMES = [
  'a',
  'b',
  'id',
  '',
  '10',
  '0',
  '__proto__',
  'constructor',
  'abcde',
  'aXcde',
  'é',
  '*',
  'x/y',
  '"',
];

export function scalar(source: string): Tree {
  return { kind: 'scalar', source };
}

export function print(tree: Tree): string {
  if (tree.kind === 'scalar') return tree.source;
  if (tree.kind === 'array') return `[${tree.elements.map(print).join(',')}]`;
  return `{${tree.members.map(({ source, value }) => `${source}:${print(value)}`).join(',')}}`;
}

/** The same with white space between all tokens. */
export function printSpaced(tree: Tree): string {
  if (tree.kind === 'scalar') return tree.source;
  if (tree.kind === 'array') return `[ ${tree.elements.map(printSpaced).join(' ,\n')}\t]`;
  return `{ ${tree.members.map(({ source, value }) => `${source} :\r\n${printSpaced(value)}`).join(' ,')}\n}`;
}

export function cloned<Kind extends Tree>(tree: Kind): Kind;
export function cloned(tree: Tree): Tree {
  if (tree.kind === 'scalar') return tree;
  if (tree.kind === 'array') return { kind: 'array', elements: tree.elements.map(cloned) };
  return { kind: 'object', members: tree.members.map((member) => ({ ...member, value: cloned(member.value) })) };
}

/** The member that reads take: the last of that name. */
export function memberOf(tree: ObjectTree, name: string): Member | undefined {
  return tree.members.findLast((member) => member.name === name);
}

const SCALARS = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '7',
  '1.0',
  '1e3',
  '-1.50E+2',
  '12345678901234567890',
  '1e400',
  '0.1234567890123456789',
  '""',
  '"text"',
  '"é€😀"',
  String.raw`"a\"b\\c\/d"`,
  String.raw`"\u0041\n"`,
  String.raw`"\ud83d"`,
  String.raw`"\udc00\ud800"`,
  String.raw`"\u0000"`,
].map(scalar);

const member = (value: fc.Arbitrary<Tree>): fc.Arbitrary<Member> =>
  fc
    .tuple(fc.constantFrom(...NAMES), fc.nat(5), value)
    .map(([name, escape, inner]) => ({ name, source: keySource(name, escape === 0), value: inner }));

function keySource(name: string, escaped: boolean): string {
  if (!escaped) return JSON.stringify(name);
  return `"${name.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}

const trees = fc.letrec<{ tree: Tree; object: ObjectTree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 3, arbitrary: fc.constantFrom(...SCALARS) },
    {
      weight: 2,
      arbitrary: fc.array(tie('tree'), { maxLength: 4 }).map((elements): Tree => ({ kind: 'array', elements })),
    },
    { weight: 3, arbitrary: tie('object') },
  ),
  object: fc.array(member(tie('tree')), { maxLength: 5 }).map((members): ObjectTree => ({ kind: 'object', members })),
}));

/** Any JSON value, its keys drawn from `NAMES`, now and then the same twice. */
export const anyTree: fc.Arbitrary<Tree> = trees.tree;
/** Any JSON object. */
export const anyObject: fc.Arbitrary<ObjectTree> = trees.object;
/** Any JSON object without repeated keys. */
export const anyPlainObject: fc.Arbitrary<ObjectTree> = trees.object.map(withoutRepeats);

function withoutRepeats<Kind extends Tree>(tree: Kind): Kind;
function withoutRepeats(tree: Tree): Tree {
  if (tree.kind === 'scalar') return tree;
  if (tree.kind === 'array') return { ...tree, elements: tree.elements.map(withoutRepeats) };
  const seen = new Set<string>();
  const members = tree.members.filter(({ name }) => !seen.has(name) && seen.add(name));
  return { ...tree, members: members.map((one) => ({ ...one, value: withoutRepeats(one.value) })) };
}
