// A file that a run goes on with holds what the run had written, or the run does not go on.
import { closeSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Fatal } from '../src/errors.ts';
import { reopenFile, reopenLines } from '../src/reopened-file.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reopened-'));
  file = join(folder, 'file');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ['a file', reopenFile],
  ['a file of lines', reopenLines],
])('%s', (_name, reopen) => {
  it('loses what was written behind the commit', () => {
    writeFileSync(file, '{"a":1}\n{"b"');
    closeSync(reopen(file, 8));
    expect(readFileSync(file, 'utf8')).toBe('{"a":1}\n');
    closeSync(reopen(file, 0));
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('is refused when it is gone or shorter, and stays as it is', () => {
    expect(() => reopen(file, 8)).toThrow(Fatal);
    writeFileSync(file, '{"a":1');
    expect(() => reopen(file, 8)).toThrow(/file has 6 bytes, and the run had written 8 of them/);
    expect(readFileSync(file, 'utf8')).toBe('{"a":1');
  });
});

it.each([
  ['zeros at its end', `{"a":1}\n${'\0'.repeat(8)}`],
  ['zeros before its end', `{"a":1}\n${'\0'.repeat(7)}\n`],
  ['the middle of a line at its end', '{"a":1}\n{"b":22}'],
])('a file of lines is refused when it has %s', (_what, text) => {
  writeFileSync(file, text);
  expect(() => reopenLines(file, text.length)).toThrow(/does not hold what the run had written.*/);
});

it('a file of lines is looked at over many pieces', () => {
  const text = `${'x'.repeat(3_000_000)}\n`;
  writeFileSync(file, text);
  closeSync(reopenLines(file, text.length));
  writeFileSync(file, text.replace('xxx', 'x\0x'));
  expect(() => reopenLines(file, text.length)).toThrow(Fatal);
});
