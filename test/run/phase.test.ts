// Is it told how far references are indexed and documents surveyed, before the run itself?
import { expect, it } from 'vitest';
import type { PhaseProgress } from '../../src/run.ts';
import { folderWith, planIn, runIn } from './running.ts';

const PLAN = `version: 1
name: shelves
sources:
  author: { file: authors.ndjson }
  book: { file: 'books-*.ndjson' }
references:
  shelves: { file: shelves.ndjson }
transforms:
  - lookup: { in: shelves, local: /shelf, foreign: /id, as: /place, pick: /at, one: true }
    for: book
  - lookup: { in: author, local: /by, foreign: /id, as: /author, pick: /name, one: true }
    for: book
  - lookup: { in: book, local: /id, foreign: /by, as: /books, pick: /id }
    for: author
containers:
  library: { entities: [author, book], partitionKey: /id }
`;

function lines(count: number, document: (i: number) => object): string {
  return Array.from({ length: count }, (_, i) => `${JSON.stringify(document(i))}\n`).join('');
}

it('by documents and bytes of what is read for it, phase by phase', async () => {
  const files = {
    'authors.ndjson': lines(50, (i) => ({ id: `a${i}`, name: `Author ${i}` })),
    'books-1.ndjson': lines(300, (i) => ({ id: `b${i}`, by: `a${i % 50}`, shelf: i % 10 })),
    'books-2.ndjson': lines(200, (i) => ({ id: `c${i}`, by: `a${i % 50}`, shelf: i % 10 })),
    'shelves.ndjson': `${lines(10, (i) => ({ id: i, at: `Row ${i}` }))}no document\n`,
  };
  const folder = folderWith(files);
  const seen = new Map<string, PhaseProgress>();
  await runIn(folder, await planIn(folder, PLAN), 'folder', {
    onPhase: (progress) => void seen.set(progress.phase, progress),
  });
  const size = (...names: (keyof typeof files)[]): number =>
    names.reduce((sum, name) => sum + Buffer.byteLength(files[name]), 0);
  const all = (bytes: number) => ({ bytesRead: bytes, bytesTotal: bytes });
  const books = size('books-1.ndjson', 'books-2.ndjson');
  expect([...seen]).toEqual([
    [
      'indexing reference shelves',
      { phase: 'indexing reference shelves', documents: 11, ...all(size('shelves.ndjson')) },
    ],
    [
      'surveying all documents (1 of 2)',
      { phase: 'surveying all documents (1 of 2)', documents: 50, ...all(size('authors.ndjson')) },
    ],
    ['surveying all documents (2 of 2)', { phase: 'surveying all documents (2 of 2)', documents: 500, ...all(books) }],
  ]);
});
