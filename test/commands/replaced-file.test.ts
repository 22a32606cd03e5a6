// Is what stands in a file always one whole text?
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { replaceText } from '../../src/commands/replaced-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remodel-replaced-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('keeps the mode of the file, and leaves nothing beside it', () => {
  const file = join(folder, 'plan.yaml');
  writeFileSync(file, 'old and longer', { mode: 0o600 });
  replaceText(file, 'new');
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['plan.yaml']);
});

it.skipIf(process.platform === 'win32')('goes where a link leads, and the link stays', () => {
  mkdirSync(join(folder, 'there'));
  writeFileSync(join(folder, 'there', 'plan.yaml'), 'old');
  symlinkSync(join('there', 'plan.yaml'), join(folder, 'plan.yaml'));
  replaceText(join(folder, 'plan.yaml'), 'new');
  expect(readFileSync(join(folder, 'there', 'plan.yaml'), 'utf8')).toBe('new');
  expect(lstatSync(join(folder, 'plan.yaml')).isSymbolicLink()).toBe(true);
});

it('leaves the old text where the new one cannot be written', () => {
  const file = join(folder, 'plan.yaml');
  writeFileSync(file, 'old');
  mkdirSync(`${file}.${process.pid}.new`);
  expect(() => replaceText(file, 'new')).toThrow('EEXIST');
  expect(readFileSync(file, 'utf8')).toBe('old');
});
