import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeFolders } from '../src/folders.ts';

const folder = mkdtempSync(join(tmpdir(), 'folders-'));

describe('folders', () => {
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are made with those above them, each with its mode, and may be there already', () => {
    makeFolders(join(folder, 'a/b/c'), 0o700);
    makeFolders(join(folder, 'a/b/c'), 0o700);
    expect(statSync(join(folder, 'a/b')).mode & 0o777).toBe(0o700);
  });

  it('end with the error of the operating system where a file is in the way', () => {
    makeFolders(folder);
    writeFileSync(join(folder, 'file'), '');
    expect(() => makeFolders(join(folder, 'file/below'))).toThrow(/ENOTDIR|EEXIST/);
  });

  it.skipIf(!existsSync('/proc/self'))('end where the parent takes no folders', () => {
    expect(() => makeFolders('/proc/nothing/below')).toThrow(/ENOENT|EPERM|EACCES|EROFS/);
  });
});
