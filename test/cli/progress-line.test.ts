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

it('begins anew to count when something else is done', () => {
  const { line, at, written } = startLine(true);
  line.show({ phase: 'indexing reference books', documents: 0, bytesRead: 0 });
  at(2000);
  line.show({ phase: 'indexing reference books', documents: 1000, bytesRead: 2048 });
  at(4000);
  line.show({ documents: 5, bytesRead: 10 });
  at(5000);
  line.show({ documents: 15, bytesRead: 10 });
  expect(written().split('\r').slice(1)).toEqual([
    'indexing reference books  0 documents\u001B[K',
    'indexing reference books  1,000 documents  500/s  1.0 KiB/s\u001B[K',
    'reading  5 documents\u001B[K',
    'reading  15 documents  10/s  0 bytes/s\u001B[K',
  ]);
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
