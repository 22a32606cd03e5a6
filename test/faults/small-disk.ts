// Can a folder have a disk of its own that is really full? On Linux, for those who may mount one.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'remodel-mount-'));
  const can = mount(folder, 1 << 20);
  if (can) unmount(folder);
  rmdirSync(folder);
  return can;
}

/** Nothing in the folder so far may matter. */
export function giveDisk(folder: string, bytes: number): void {
  mkdirSync(folder, { recursive: true });
  if (!mount(folder, bytes)) throw new Error(`No disk of ${bytes} bytes could be mounted at ${folder}.`);
}

export function makeRoom(folder: string): void {
  if (!done('mount', '-o', 'remount,size=256m', folder)) throw new Error(`The disk at ${folder} cannot grow.`);
}

export function unmount(folder: string): void {
  if (!done('umount', folder)) throw new Error(`The disk at ${folder} cannot be unmounted.`);
}

function mount(folder: string, bytes: number): boolean {
  return done('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder);
}

function done(command: string, ...parameters: readonly string[]): boolean {
  return spawnSync(command, parameters).status === 0;
}
