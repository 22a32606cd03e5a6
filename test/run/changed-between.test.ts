// What if a source is written to between the passes over it? No run ends as if it had looked things up in one and the same data.
import { appendFileSync, globSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fatal } from '../../src/errors.ts';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import type { RunOptions } from '../../src/run.ts';
import { folderWith, planIn, type Ran, runIn } from './running.ts';

const PLAN = `version: 1
name: library
sources:
  author: { file: authors.ndjson }
  book: { file: books.ndjson }
references: { shop: { file: shops.ndjson } }
transforms:
  - script: ./meanwhile.mjs
    for: [author, book]
  - lookup: { in: book, local: /id, foreign: /authorId, as: /books, pick: /title }
    for: author
  - lookup: { in: author, local: /authorId, foreign: /id, as: /writer, pick: /name, one: true }
    for: book
  - lookup: { in: shop, local: /shopId, foreign: /id, as: /shop, pick: /name, one: true }
    for: book
containers:
  library: { entities: [author, book], partitionKey: /id }
`;

/** The same at both ends of every file, and large enough that its middle is none of these. */
const COUNT = 1_500;
const LONG = 'of which there is more to say than fits on a line, '.repeat(2);
const lines = (line: (number: number) => unknown): string =>
  Array.from({ length: COUNT }, (_, i) => `${JSON.stringify(line(i))}\n`).join('');
const INPUTS = {
  'authors.ndjson': lines((i) => ({ id: `a${i}`, name: `Author number ${i}`, of: LONG, born: 1900 + (i % 99) })),
  'books.ndjson': lines((i) => ({
    id: `b${i}`,
    title: `Title ${i}`,
    of: LONG,
    authorId: `a${i % 400}`,
    shopId: i % 7,
  })),
  'shops.ndjson': lines((i) => ({ id: i, name: `Shop number ${i}`, of: LONG })),
};
type Name = keyof typeof INPUTS;
const MIDDLE: Readonly<Record<Name, string>> = {
  'authors.ndjson': 'Author number 700"',
  'books.ndjson': 'Title 700"',
  'shops.ndjson': 'Shop number 700"',
};

type Change = (file: string) => void;
const other = (file: string): string => readFileSync(file, 'utf8').replaceAll('number', 'NUMBER').replaceAll('i', 'I');
const CHANGES = {
  grows: (file) => appendFileSync(file, '{"id":"a0","name":"Late","title":"Late","authorId":"a1"}\n'),
  'is cut': (file) => truncateSync(file, 140_000),
  'is written anew': (file) => writeFileSync(file, other(file)),
  'is replaced': (file) => {
    writeFileSync(`${file}.new`, other(file));
    renameSync(`${file}.new`, file);
  },
  'is gone': (file) => rmSync(file),
  'is changed in its middle': (file) => {
    const name = Object.keys(MIDDLE).find((one) => file.endsWith(one)) as Name;
    const text = readFileSync(file, 'utf8');
    if (!text.includes(MIDDLE[name])) throw new Error(`${name} has no ${MIDDLE[name]}.`);
    writeFileSync(file, text.replace(MIDDLE[name], MIDDLE[name].toUpperCase()));
  },
} satisfies Record<string, Change>;

interface Meanwhile {
  /** Is called for every document that comes to the first step. */
  onDocument: (id: string) => void;
}

/** What happens while a plan is carried out, from a step of its own. */
function library(onDocument: (folder: string, id: string, times: number) => void): string {
  const times = new Map<string, number>();
  const folder = folderWith({
    ...INPUTS,
    'meanwhile.mjs': 'export default (doc) => { globalThis.meanwhile?.onDocument(doc.id); return doc; };\n',
  });
  (globalThis as { meanwhile?: Meanwhile }).meanwhile = {
    onDocument(id) {
      times.set(id, (times.get(id) ?? 0) + 1);
      onDocument(folder, id, times.get(id)!);
    },
  };
  return folder;
}

function changesIn({ report: { findings } }: Ran): string[] {
  return findings.filter(({ code }) => code === 'SOURCE_CHANGED').map(({ path, count }) => `${path} ${count}`);
}

/** How it ends: fatal where it names the file, else with the sources that are told to have changed. */
async function endOf(folder: string, more: Partial<RunOptions> = {}): Promise<{ readonly end: string; ran?: Ran }> {
  const ran = await runIn(folder, await planIn(folder, PLAN), 'folder', more).catch((error: unknown) => error as Fatal);
  const failure = ran instanceof Fatal ? ran : ran.failure;
  if (failure === undefined) return { end: changesIn(ran as Ran).join(), ran: ran as Ran };
  const named = Object.keys(INPUTS).find((name) => failure.message.includes(name));
  return { end: `${failure.exit} for ${named}` };
}

const TOLD = 'books.ndjson 1';
const FATAL = 'fatal for books.ndjson';
const ENDS: Readonly<Record<keyof typeof CHANGES, string>> = {
  grows: TOLD,
  'is cut': FATAL,
  'is written anew': FATAL,
  'is replaced': FATAL,
  'is gone': FATAL,
  'is changed in its middle': TOLD,
};

// Books are surveyed first, for authors, and then authors, for books: the first author comes once before the run.
describe.each([
  ['while it is surveyed', 'b100', 1],
  ['between two surveys', 'a0', 1],
  ['after it was surveyed', 'a0', 2],
])('a source that is changed %s', (_when, document, nth) => {
  it.each(Object.entries(CHANGES))('and %s ends the run, or is told', async (how, change) => {
    const folder = library((place, id, times) => {
      if (id === document && times === nth) change(join(place, 'books.ndjson'));
    });
    expect((await endOf(folder)).end).toBe(ENDS[how as keyof typeof CHANGES]);
  });
});

it('what a source has grown by is looked up by nobody', async () => {
  const folder = library((place, id, times) => {
    if (id === 'a0' && times === 2) CHANGES.grows(join(place, 'books.ndjson'));
  });
  const { ran } = await endOf(folder);
  expect(ran?.files).toEqual((await endOf(library(() => {}))).ran?.files);
});

it.each(['grows', 'is written anew', 'is changed in its middle'] as const)(
  'a source of which not all is wanted ends the run, or is told, when it %s',
  async (how) => {
    const folder = library((place, id, times) => {
      if (id === 'a0' && times === 2) CHANGES[how](join(place, 'books.ndjson'));
    });
    expect((await endOf(folder, { limit: COUNT + 50 })).end).toBe(ENDS[how]);
  },
);

describe('a run that goes on', () => {
  it.each<[what: string, name: Name]>([
    ['a source that it has passed', 'authors.ndjson'],
    ['a source that it is reading', 'books.ndjson'],
    ['a reference', 'shops.ndjson'],
  ])('tells that %s was changed while it was read again', async (_what, name) => {
    const folder = library(() => {});
    const plan = await planIn(folder, PLAN);
    const controller = new AbortController();
    const stopped = await runIn(folder, plan, 'folder', {
      signal: controller.signal,
      onProgress: ({ documents }) => documents > COUNT && controller.abort(),
    });
    expect(stopped.exitStatus).toBe(EXIT_STATUS.interrupted);
    // What is known is not whole, so that all is read again.
    for (const file of globSync(join(folder, 'state/knowledge/*/whole.json'))) rmSync(file);
    // It has been identified when this is said, and is read then.
    const onNotice = (): void => CHANGES['is changed in its middle'](join(folder, name));
    const ran = await runIn(folder, plan, 'folder', { onNotice });
    expect([ran.failure, changesIn(ran)]).toEqual([undefined, [`${name} 1`]]);
  });
});
