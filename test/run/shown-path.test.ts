// Is a path shown as it has to be typed, on both kinds of systems?
import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import { shellText } from '../../src/run/shell-text.ts';
import { shownFrom } from '../../src/run/shown-path.ts';

it.each([
  [posix, '/home/ann', '/home/ann/plan.yaml', 'plan.yaml'],
  [posix, '/home/ann', '/home/ann', '.'],
  [posix, '/home/ann', '/home/annie/plan.yaml', '/home/annie/plan.yaml'],
  [posix, '/home/ann', '/home/ann/..old/plan.yaml', '..old/plan.yaml'],
  [win32, String.raw`C:\work`, String.raw`C:\work\in\plan.yaml`, String.raw`in\plan.yaml`],
  [win32, String.raw`C:\work`, String.raw`c:\WORK\plan.yaml`, 'plan.yaml'],
  [win32, String.raw`C:\work`, String.raw`C:\other\plan.yaml`, String.raw`C:\other\plan.yaml`],
  [win32, String.raw`C:\work`, String.raw`D:\work\plan.yaml`, String.raw`D:\work\plan.yaml`],
  [win32, String.raw`C:\work`, String.raw`\\server\share\plan.yaml`, String.raw`\\server\share\plan.yaml`],
])('from %#', (rules, folder, file, shown) => {
  expect(shownFrom(folder, file, rules)).toBe(shown);
});

it('is quoted for the shell of the system', () => {
  const args = ['remodel', 'run', String.raw`C:\my plans\plan.yaml`, '--to', 'out'];
  expect(shellText(args, 'win32')).toBe(String.raw`remodel run "C:\my plans\plan.yaml" --to out`);
  expect(shellText(["it's"], 'linux')).toBe(String.raw`'it'\''s'`);
});
