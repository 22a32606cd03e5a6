// What becomes of lines that are made to fill memory, to take for ever, or to be taken for something else?
import { expect, it } from 'vitest';
import { folderWith, planIn, runIn } from './running.ts';

const MEGABYTE = 1024 * 1024;
const PLAN = `version: 1
name: hostile
source: { file: in.ndjson, maxDocument: 9mb }
containers: { c: { entities: document, partitionKey: /id } }
`;

const good = (id: number): string => `{"id":"${id}"}`;
const many = (text: string): string => text.repeat((8 * MEGABYTE) / text.length);

const LINES: readonly (readonly [what: string, line: string, refused: RegExp | undefined])[] = [
  ['brackets', `{"a":${many('[')}`, /more than a million brackets are open within each other/],
  ['brackets of an array', many('['), /more than a million brackets/],
  ['digits', `{"id":"1","n":${many('7')}}`, undefined],
  ['escaped zeros', `{"id":"2","t":"${many('\\u0000')}"}`, undefined],
  ['blanks', `{"id":"3",${many(' ')}"b":1}`, undefined],
  ['a key', `{"id":"4","${many('k')}":1}`, undefined],
  ['keys', `{"id":"5"${Array.from({ length: 300_000 }, (_, i) => `,"key${i}":${i}`).join('')}}`, undefined],
  ['the same key', `{"id":"6"${many(',"a":1   ')}}`, undefined],
  ['zeros', many('\0'), /found byte 0x00 where a value was expected/],
  ['backslashes', `{"id":"${many('\\')}`, /the text ends inside a string/],
  ['quotes', many('"'), /LINE|found|string/],
  ['more than is allowed', `{"id":"7","t":"${many('x')}${many('x')}"}`, /^this line is larger than 9,437,184 bytes/],
];

it('reads what is a document, rejects the rest with its place, and the documents in between', async () => {
  const lines = LINES.flatMap(([, line], i) => [good(100 + i), line]);
  const folder = folderWith({ 'in.ndjson': `${lines.join('\n')}\n${good(99)}\n` });
  const { report, files, rejects } = await runIn(folder, await planIn(folder, PLAN));
  const refused = LINES.flatMap(([, , problem], i) => (problem === undefined ? [] : [{ problem, line: i * 2 + 2 }]));
  expect(report.balance.ok).toBe(true);
  expect(rejects.map(({ at, code }) => [at.line, code])).toEqual(refused.map(({ line }) => [line, 'LINE_INVALID']));
  for (const [i, { problem }] of refused.entries()) expect(rejects[i]!.message).toMatch(problem);
  const written = files['c.ndjson']!;
  expect(written).toHaveLength(lines.length + 1 - refused.length);
  expect(written.filter((line) => /^.{6}"\d+"}$/.test(line))).toEqual([
    ...LINES.map((_, i) => good(100 + i)),
    good(99),
  ]);
}, 120_000);
