// Is progress drawn over itself on a terminal, and said now and then elsewhere?
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { progressLine } from '../../src/commands/progress-line.ts';

it('redraws one line on a terminal, ten times a second at most, and takes it away at the end', () => {
  const { line, at, written } = startLine(true);
  for (let time = 0; time < 250; time += 10) {
    at(time);
    line.show({ documents: time, bytesRead: 0 });
  }
  line.clear();
  line.clear();
  const drawn = [0, 100, 200].map((documents) => `\rreading  ${documents} documents\u001B[K`);
  expect(written()).toBe(`${drawn.join('')}\r\u001B[K`);
});

it('is cut to the width of the terminal', () => {
  const { line, written } = startLine(true, 12);
  line.show({ documents: 1, bytesRead: 0 });
  expect(written()).toBe('\rreading  1 \u001B[K');
});

it('writes a plain line every ten seconds elsewhere, and none in a short run', () => {
  const { line, at, written } = startLine(false);
  for (let time = 0; time < 25_000; time += 100) {
    at(time);
    line.show({ documents: time, bytesRead: 0 });
  }
  line.clear();
  const lines = written().split('\n');
  expect(lines).toEqual([expect.stringContaining('10,000 documents'), expect.stringContaining('20,000 documents'), '']);
  expect(lines.join('')).not.toContain('\u001B');
});

function startLine(isTTY: boolean, columns = 80) {
  const stream = new PassThrough({ encoding: 'utf8' });
  let time = 0;
  const line = progressLine(Object.assign(stream, { isTTY, columns }) as unknown as NodeJS.WriteStream, () => time);
  const at = (now: number): void => {
    time = now;
  };
  return { line, at, written: () => String(stream.read()) };
}
