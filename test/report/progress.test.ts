// Does the line of progress tell rate and time left, and nothing that it cannot know?
import { expect, it } from 'vitest';
import { progressText } from '../../src/report/progress.ts';

it('tells share, rate and time left', () => {
  const progress = { documents: 50_000, bytesRead: 25 * 1024 ** 2, bytesTotal: 100 * 1024 ** 2 };
  expect(progressText(progress, 10)).toBe('reading  25 %  50,000 documents  5,000/s  2.5 MiB/s  about 30 s left');
});

it('tells no share where the size is unknown', () => {
  expect(progressText({ documents: 10, bytesRead: 1024 }, 2)).toBe('reading  10 documents  5/s  512 bytes/s');
});

it('guesses nothing in the first second', () => {
  expect(progressText({ documents: 1, bytesRead: 10, bytesTotal: 1000 }, 0.5)).toBe('reading  1 %  1 document');
});

it('says what is done after reading, and never more than 100 %', () => {
  expect(progressText({ phase: 'deciding conflicts', documents: 1, bytesRead: 1001, bytesTotal: 1000 }, 0.5)).toBe(
    'deciding conflicts  100 %  1 document',
  );
});
