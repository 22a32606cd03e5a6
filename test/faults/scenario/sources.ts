// In which shapes do the same records come? As lines, compressed, as several files, or in one JSON text of some sort.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { SourceRecord } from './records.ts';

export const SHAPES = [
  'plain',
  'gzip',
  'files',
  'array',
  'concatenated',
  'select',
  'star',
  'jsonc',
  'brotli',
  'zstd',
] as const;
export type Shape = (typeof SHAPES)[number];

/** Writes the files and answers with what the plan says of them. */
export function writeSources(folder: string, shape: Shape, records: readonly SourceRecord[]): string {
  const { name, files, select } = SOURCES[shape](records);
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  return `file: '${name}'${select === undefined ? '' : `, select: ${select}`}`;
}

interface Source {
  readonly name: string;
  readonly select?: string;
  readonly files: Readonly<Record<string, string | Buffer>>;
}

const SOURCES: Readonly<Record<Shape, (records: readonly SourceRecord[]) => Source>> = {
  plain: (records) => ({ name: 'posts.ndjson', files: { 'posts.ndjson': lines(records) } }),
  gzip: (records) => ({ name: 'posts.ndjson.gz', files: { 'posts.ndjson.gz': gzipSync(lines(records)) } }),
  files(records) {
    const third = Math.ceil(records.length / 3);
    return {
      name: 'posts-*.ndjson',
      files: {
        'posts-1.ndjson': lines(records.slice(0, third)),
        'posts-2.ndjson': gzipSync(lines(records.slice(third, third * 2))),
        // The last line has no end.
        'posts-3.ndjson': lines(records.slice(third * 2)).trimEnd(),
      },
    };
  },
  array: (records) => ({ name: 'posts.json', files: { 'posts.json': `[${elements(records).join(',\n')}]` } }),
  concatenated(records) {
    // What is in a file is told by its first record.
    const values = elements(records).map((text, i) => (i === 0 ? text.replace('{', '{\n') : text));
    return { name: 'posts.json', files: { 'posts.json': values.join(' \n') } };
  },
  select: (records) => ({
    name: 'posts.json',
    select: '/all/posts',
    files: { 'posts.json': `{"n":[1],"all":{"posts":[${elements(records).join(',\n')}],"posted":[2]},"end":true}` },
  }),
  star(records) {
    const posts = elements(records);
    const half = posts.length >> 1;
    const [first, second] = [posts.slice(0, half), posts.slice(half)].map((part) => `{"posts":[${part.join(',\n')}]}`);
    const text = `{"all":[${first!},{},${second!}]}`;
    return { name: 'posts.json.gz', select: '/all/*/posts', files: { 'posts.json.gz': gzipSync(text) } };
  },
  jsonc(records) {
    const text = elements(records)
      .map((element, i) => `${element}, // ${i} "\n`)
      .join('');
    return { name: 'posts.jsonc', files: { 'posts.jsonc': `// posts\n[${text}]` } };
  },
  brotli(records) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 3 };
    return { name: 'posts.br', files: { 'posts.br': brotliCompressSync(lines(records), { params }) } };
  },
  zstd(records) {
    const half = records.length >> 1;
    const frames = [records.slice(0, half), records.slice(half)].map((part) => zstdCompressSync(lines(part)));
    return { name: 'posts.json', files: { 'posts.json': Buffer.concat(frames) } };
  },
};

function elements(records: readonly SourceRecord[]): string[] {
  return records.filter(({ isJson }) => isJson).map(({ text }) => text);
}

function lines(records: readonly SourceRecord[]): string {
  return records.map(({ text }) => `${text}\n`).join('');
}
