// Does a report say how the files were read, files alike together, also those that an earlier process read?
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { reportText } from '../../src/report/text.ts';
import { folderWith, planIn, runIn } from './running.ts';

const plan = (source: string): string =>
  `version: 1\nname: forms\nsource: { ${source} }\ncontainers: { c: { entities: document, partitionKey: /id } }\n`;

it('says what was detected in the files of a pattern, and counts those that are alike', async () => {
  const folder = folderWith({
    'a1.json': '{"id":"1"}\n{"id":"2"}',
    'a2.json': '\u{feff}[{"id":"3"}]',
    'a3.json': gzipSync('{"id":"4"}\n'),
    'a4.json': '{\n"id":"5"}',
    'a5.json': '{\n"id":"6"}{"id":"7"}',
    'a6.json': zstdCompressSync('// c\n[{"id":"8"},]'),
    'a7.json': '{"id":"9"}',
    'a8.json': '',
  });
  const { report } = await runIn(folder, await planIn(folder, plan('file: "a*.json"')), 'embedded');
  const form = { source: 'a*.json', detected: true, files: 1 };
  expect(report.source).toMatchObject({
    documents: 9,
    files: [
      { ...form, format: 'ndjson', files: 2 },
      { ...form, format: 'array', byteOrderMark: true },
      { ...form, format: 'ndjson', compression: 'gzip' },
      { ...form, format: 'object' },
      { ...form, format: 'concatenated' },
      { ...form, format: 'jsonc', compression: 'zstd' },
    ],
  });
  const text = reportText(report, { folder });
  expect(text).toMatch(/ {2}a\*\.json \(2 files\): NDJSON\n {2}a\*\.json: a JSON array, with a byte order mark\n/);
  expect(text).toMatch(/ {2}a\*\.json: JSON with comments, zstd\n/);
});

it('says what the plan said', async () => {
  const folder = folderWith({ 'a.json': '{"x":[{"id":"1"}]}' });
  const ran = await runIn(folder, await planIn(folder, plan('file: a.json, select: /x, format: jsonc')));
  expect(ran.report.source.files).toEqual([
    { source: 'a.json', format: 'jsonc', detected: false, select: '/x', files: 1 },
  ]);
  expect(reportText(ran.report, { folder })).toMatch(
    / {2}a\.json: the elements of \/x in JSON with comments, as the plan says\n/,
  );
});

it('knows it of the files that were read before the run was stopped', async () => {
  const folder = folderWith({
    'a1.json': `{\n"id":"1"}{"id":"2"}`,
    'a2.ndjson': '{"id":"3"}\n'.repeat(60_000),
    'a3.json': '[{"id":"4"}]',
  });
  const written = await planIn(folder, plan('file: "a*"'));
  const stop = new AbortController();
  const stopped = await runIn(folder, written, 'folder', {
    signal: stop.signal,
    onProgress: ({ documents }) => documents > 2 && stop.abort(),
  });
  expect(stopped.exitStatus).toBe(4);
  expect(stopped.report.source.files.map(({ format }) => format)).toEqual(['concatenated', 'ndjson']);
  const { report } = await runIn(folder, written);
  expect(report.source.files.map(({ format }) => format)).toEqual(['concatenated', 'ndjson', 'array']);
});
