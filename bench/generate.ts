/**
 * Which data does a benchmark run on? Seeded documents, the same bytes on every machine.
 * As a program: node bench/generate.ts KIND MEGABYTES FILE [SEED] [SHARE OF DOCUMENTS WITH UNSAFE INTEGERS]
 */
import { argv } from 'node:process';
import { type Documents, documentsFrom } from './generate/documents.ts';
import { GrowingFile } from './generate/growing-file.ts';

/** Lines of posts, persons or orders; one document with one huge array; one array of posts, or of persons; persons, every second line of them broken; sales of customers; readings of devices by the minute; a tree of categories. */
export const KINDS = [
  'posts',
  'persons',
  'orders',
  'bigdoc',
  'bigarr',
  'personarr',
  'broken',
  'sales',
  'customers',
  'readings',
  'categories',
] as const;
export type Kind = (typeof KINDS)[number];

/** Either ends it: whichever is reached first. */
export interface Amount {
  readonly megabytes?: number;
  readonly documents?: number;
}

export interface Generated {
  /** Documents, or elements of the one array, broken ones included. */
  readonly documents: number;
  /** How many of them are none. */
  readonly broken?: number;
  readonly bytes: number;
}

export function generate(
  kind: Kind,
  { megabytes = Infinity, documents = Infinity }: Amount,
  path: string,
  { seed = 1, unsafeShare = 0.05 }: { readonly seed?: number; readonly unsafeShare?: number } = {},
): Generated {
  const from = documentsFrom({ seed, unsafeShare });
  const { head, next, between = '', after = '', tail = '' } = SHAPES[kind];
  const file = new GrowingFile(path);
  let made = 0;
  file.add(head);
  while (file.size < megabytes * 1e6 && made < documents) {
    for (const one of next(from)) {
      const text = JSON.stringify(one);
      file.add(`${made === 0 ? '' : between}${isBroken(kind, made++) ? text.slice(0, -1) : text}${after}`);
    }
  }
  file.add(tail);
  return { documents: made, bytes: file.close(), ...(kind === 'broken' && { broken: made >> 1 }) };
}

interface Shape {
  readonly head: string;
  readonly next: (from: Documents) => readonly object[];
  readonly between?: string;
  readonly after?: string;
  readonly tail?: string;
}

const SHAPES: Readonly<Record<Kind, Shape>> = {
  posts: lines((from) => from.post()),
  persons: lines((from) => from.person()),
  orders: lines((from) => from.order()),
  bigdoc: {
    head: '{"id":"huge-1","title":"one big document","comments":[',
    next: (from) => from.post(20).comments,
    between: ',',
    tail: '],"end":true}\n',
  },
  bigarr: array((from) => from.post()),
  personarr: array((from) => from.person()),
  broken: lines((from) => from.person()),
  sales: lines((from) => from.sale()),
  customers: lines((from) => from.customer()),
  readings: lines((from) => from.reading()),
  categories: lines((from) => from.category()),
};

/** Every second line lacks its end. */
function isBroken(kind: Kind, place: number): boolean {
  return kind === 'broken' && place % 2 === 1;
}

function lines(next: (from: Documents) => object): Shape {
  return { head: '', next: (from) => [next(from)], after: '\n' };
}

function array(next: (from: Documents) => object): Shape {
  return { head: '[\n', next: (from) => [next(from)], between: ',\n', tail: '\n]\n' };
}

if (argv[1] === import.meta.filename) {
  const [kind, megabytes, path, seed = '1', unsafeShare = '0.05'] = argv.slice(2);
  const known = KINDS.find((one) => one === kind);
  if (known === undefined || !(Number(megabytes) > 0) || path === undefined) {
    throw new Error(`Expected: ${KINDS.join('|')} MEGABYTES FILE [SEED] [SHARE], not ${argv.slice(2).join(' ')}`);
  }
  const made = generate(known, { megabytes: Number(megabytes) }, path, {
    seed: Number(seed),
    unsafeShare: Number(unsafeShare),
  });
  console.log(`${known} ${path} ${(made.bytes / 1e6).toFixed(1)} MB ${made.documents} documents`);
}
