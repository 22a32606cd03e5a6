// What is written reaches the disk in the background, and a disk that fails there is not forgotten.
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SteadySync } from '../../src/container/steady-sync.ts';

const MUCH = 1 << 26;

function openedFile(): number {
  const folder = mkdtempSync(join(tmpdir(), 'remodel-sync-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return openSync(join(folder, 'file'), 'w');
}

it('ends when everything is on the disk, whatever was asked for before', async () => {
  const file = openedFile();
  const sync = new SteadySync(file, 0);
  sync.pass(MUCH);
  sync.pass(2 * MUCH);
  await expect(sync.end()).resolves.toBeUndefined();
  closeSync(file);
});

it('tells at the end what failed in the background', async () => {
  const file = openedFile();
  closeSync(file);
  const sync = new SteadySync(file, 0);
  sync.pass(MUCH);
  await sync.settle();
  await expect(sync.end()).rejects.toThrow('EBADF: bad file descriptor, fdatasync');
});

it('asks for nothing as long as little has been written', async () => {
  const file = openedFile();
  closeSync(file);
  const sync = new SteadySync(file, MUCH);
  sync.pass(MUCH + 1000);
  await sync.settle();
  await expect(sync.end()).rejects.toThrow('EBADF: bad file descriptor, fsync');
});
