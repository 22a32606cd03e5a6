// Is every kind of damage told apart?
import { expect, it } from 'vitest';
import { compareResults } from './compare.ts';
import type { Result } from './result.ts';

const right = result({ 'out/a.ndjson': '1\n2\n3\n', 'state/table.bin': 'abc' });

it.each<[string, Result, string]>([
  ['a lost line', result({ 'out/a.ndjson': '1\n3\n', 'state/table.bin': 'abc' }), 'lost out/a.ndjson'],
  ['a doubled line', result({ 'out/a.ndjson': '1\n2\n2\n3\n', 'state/table.bin': 'abc' }), 'doubled out/a.ndjson'],
  ['another order', result({ 'out/a.ndjson': '1\n3\n2\n', 'state/table.bin': 'abc' }), 'out of order out/a.ndjson'],
  ['other bytes', result({ 'out/a.ndjson': '1\n2\n3\n', 'state/table.bin': 'abd' }), 'different state/table.bin'],
  ['a missing file', result({ 'out/a.ndjson': '1\n2\n3\n' }), 'missing state/table.bin'],
  ['another status', { ...right, status: 5 }, 'ending exit status'],
])('sees %s', (_what, found, difference) => {
  expect(compareResults(right, found).map(({ kind, file }) => `${kind} ${file}`)).toEqual([difference]);
});

it('sees a file that is left over, and lines that are lost and others in their place', () => {
  const found = result({ 'out/a.ndjson': '1\n2\n4\n', 'state/table.bin': 'abc', 'out/a.ndjson.partial': '' });
  const kinds = compareResults(right, found).map(({ kind, file }) => `${kind} ${file}`);
  expect(kinds).toEqual(['lost out/a.ndjson', 'different out/a.ndjson', 'left over out/a.ndjson.partial']);
});

it('finds nothing where nothing is', () => {
  expect(compareResults(right, right)).toEqual([]);
});

function result(files: Readonly<Record<string, string>>): Result {
  return { status: 0, files: new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])) };
}
