/** How does a file get another text? Whole: a full disk or a kill leaves the old one, and a link goes on leading to it. */
import { closeSync, fsyncSync, openSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { renameOver } from '../renamed-file.ts';

/** @throws what the operating system says; then the file is as it was */
export function replaceText(file: string, text: string): void {
  const path = realpathSync(file);
  const beside = `${path}.${process.pid}.new`;
  const descriptor = openSync(beside, 'wx', statSync(path).mode);
  try {
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameOver(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
