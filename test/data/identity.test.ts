import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { folderWith, planIn, runIn } from '../run/running.ts';
import { sharedFolder } from '../shared-folder.ts';
import { documentsIn, withoutSystemProperties } from './json-values.ts';

/** Runs a plan that does nothing and compares what it writes with the bytes of the file. */
async function expectIdentity(file: string, content: Buffer): Promise<number> {
  const folder = folderWith({ [file]: content });
  const plan = await planIn(
    folder,
    `version: 1
name: identity
source: { file: ${JSON.stringify(file)}, entity: document }
transforms: []
containers: { all: { entities: [document], partitionKey: /id } }
`,
  );
  const { files, report, exitStatus } = await runIn(folder, plan);
  const text = (content[0] === 0x1f ? gunzipSync(content) : content).toString('utf8');
  const expected = documentsIn(text).map(withoutSystemProperties);
  const written = files['all.ndjson']!;
  // One line of many thousands is told apart quicker, and shown better, than all of them.
  const different = written.findIndex((line, i) => line !== expected[i]);
  expect(written[different]).toBe(expected[different]);
  expect(written).toHaveLength(expected.length);
  expect(report.source.documents).toBe(expected.length);
  expect(report.lost).toEqual([]);
  expect(exitStatus).toBe(0);
  return expected.length;
}

describe('a plan that does nothing writes every value byte for byte as it was', { timeout: 60_000 }, () => {
  const SPECIAL = String.raw`{ "id" : "a" , "n" : [ 1.0, 1e3, -0, 12345678901234567890, 0.10 ] , "s" : "\u0061 \/ é 😀 \ud800 { , }" }
{"b":2,"a":1,"10":0,"2":0,"":null,"__proto__":{"a":1,"a":2},"a":3}
{"_ts":1,"id":"x","_etag":"\"e\"","nested":{"_ts":2},"_rid":"r"}
{}`;

  it.each<[name: string, file: string, content: Buffer, documents: number]>([
    ['lines', 'lines.ndjson', Buffer.from(SPECIAL), 4],
    [
      'lines with CRLF, blank lines and a byte order mark',
      'crlf.json',
      Buffer.from(`\uFEFF\r\n${SPECIAL.replaceAll('\n', '\r\n\r\n')}\r\n`),
      4,
    ],
    ['one array', 'array.json', Buffer.from(`[\n${SPECIAL.replaceAll('\n', ' ,\n')}\n]\n`), 4],
    ['an array without elements', 'empty.json', Buffer.from(' [ ] '), 0],
    ['one object over several lines', 'object.json', Buffer.from('{\n  "a": {\n    "b": [ 1.50, { } ]\n  }\n}\n'), 1],
    ['gzip under another name', 'lines.json', gzipSync(SPECIAL), 4],
    ['nothing', 'nothing.ndjson', Buffer.from(''), 0],
    ['many lines, more than are read at once', 'many.ndjson', Buffer.from(`${SPECIAL}\n`.repeat(12_000)), 48_000],
    [
      'a long array, more than is read at once',
      'long.json',
      Buffer.from(`[${`${SPECIAL.replaceAll('\n', ',')},`.repeat(12_000)}{}]`),
      48_001,
    ],
  ])('of %s', async (_name, file, content, documents) => {
    expect(await expectIdentity(file, content)).toBe(documents);
  });
});

const shared = sharedFolder('data');
const dataSets =
  shared === undefined
    ? ['any file']
    : readdirSync(shared, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.json') && !file.includes('jsontestsuite'))
        .toSorted();

describe.skipIf(shared === undefined)(
  `it does so to public data sets${shared === undefined ? ': skipped, there is no ../shared/data' : ''}`,
  { timeout: 60_000 },
  () => {
    it.each(dataSets)('%s', async (file) => {
      expect(await expectIdentity('data.json', readFileSync(join(shared!, file)))).toBeGreaterThan(0);
    });
  },
);
