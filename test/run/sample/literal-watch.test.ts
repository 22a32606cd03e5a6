// Is a comparison noticed that can never be true?
import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { parseDocument } from '../../../src/document/parse.ts';
import { Tape } from '../../../src/document/tape.ts';
import { parseText } from '../../../src/plan/parse-text.ts';
import { placesIn } from '../../../src/plan/places.ts';
import { Problems } from '../../../src/plan/problem.ts';
import { LiteralWatch } from '../../../src/run/sample/literal-watch.ts';

const document = '{"zip":"80331","n":1,"a":{"flag":true},"none":null}';

function said(step: string): string[] {
  const problems = new Problems('plan.yaml', placesIn(step));
  const watch = new LiteralWatch(parseText(step, problems));
  const tape = new Tape();
  const text = Buffer.from(`${document}\n`);
  tape.begin(text);
  const root = parseDocument(tape, text, 0, document.length, true);
  if (typeof root !== 'number') throw new Error('The document cannot be read.');
  watch.see(tape, root, { source: 'data.ndjson', line: 1, offset: 0 });
  watch.report('where', problems);
  return problems.sorted().map(({ rule, message }) => `${rule} ${message}`);
}

it.each([
  ['where: "doc.zip == 80331"', 'doc.zip is compared with a number, 80331'],
  [`where: "doc.n != '1'"`, `doc.n is compared with a string, '1'`],
  ['if: "has(doc.a) && doc.a.flag == 1"', 'doc.a.flag is compared with a number, 1'],
  ['set: { /x: { expr: "doc.n == true ? 1 : 2" } }', 'doc.n is compared with a boolean, true'],
])('%s is never true', (step, message) => {
  expect(said(step)).toEqual([
    expect.stringContaining(`types-differ where: ${message}, and the values there are `) as string,
  ]);
});

it.each([
  `where: "doc.zip == '80331'"`,
  'where: "doc.n >= 1"',
  'where: "doc.none == 1"',
  'where: "doc.missing == 1"',
  'where: "doc.zip == 1 * 3"',
  'where: "doc.zip == 1 + doc.n"',
])('%s is not held against anybody', (step) => {
  expect(said(step)).toEqual([]);
});
