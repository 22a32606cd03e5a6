// Does a file take its name also where Windows refuses that for a moment?
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { renameOver } from '../src/renamed-file.ts';

/** A rename that refuses so many times, and how often it was asked. */
function refusing(code: string, times: number): { readonly asked: () => number; readonly rename: () => void } {
  let asked = 0;
  return {
    asked: () => asked,
    rename() {
      if (asked++ < times) throw Object.assign(new Error(`${code}: refused`), { code });
    },
  };
}

it.each(['EPERM', 'EACCES', 'EBUSY'])('tries again on Windows after %s', (code) => {
  const { asked, rename } = refusing(code, 3);
  renameOver('a', 'b', 'win32', rename);
  expect(asked()).toBe(4);
});

it('gives up on Windows once it has tried long enough', () => {
  const { asked, rename } = refusing('EPERM', Infinity);
  expect(() => renameOver('a', 'b', 'win32', rename)).toThrow('EPERM');
  expect(asked()).toBe(9);
});

it('asks once where the refusal is final', () => {
  const missing = refusing('ENOENT', 1);
  expect(() => renameOver('a', 'b', 'win32', missing.rename)).toThrow('ENOENT');
  const elsewhere = refusing('EPERM', 1);
  expect(() => renameOver('a', 'b', 'linux', elsewhere.rename)).toThrow('EPERM');
  expect([missing.asked(), elsewhere.asked()]).toEqual([1, 1]);
});

it('takes the place of the file that has the name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'renamed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'new'), 'new');
  writeFileSync(join(folder, 'old'), 'old');
  renameOver(join(folder, 'new'), join(folder, 'old'));
  expect(readFileSync(join(folder, 'old'), 'utf8')).toBe('new');
  expect(existsSync(join(folder, 'new'))).toBe(false);
});
