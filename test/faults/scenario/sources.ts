// In which shapes do the same records come? As a file, compressed, as several files, or as one JSON array.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { SourceRecord } from './records.ts';

export const SHAPES = ['plain', 'gzip', 'files', 'array'] as const;
export type Shape = (typeof SHAPES)[number];

/** Writes the files and answers with what the plan calls them. */
export function writeSources(folder: string, shape: Shape, records: readonly SourceRecord[]): string {
  const { name, files } = SOURCES[shape](records);
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  return name;
}

interface Source {
  readonly name: string;
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
  array(records) {
    const elements = records.filter(({ isJson }) => isJson).map(({ text }) => text);
    return { name: 'posts.json', files: { 'posts.json': `[${elements.join(',\n')}]` } };
  },
};

function lines(records: readonly SourceRecord[]): string {
  return records.map(({ text }) => `${text}\n`).join('');
}
