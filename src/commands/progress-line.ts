/** How is progress shown while a command works? One line that is redrawn on a terminal, a line every 10 s elsewhere. */
import { type Progress, progressText } from '../report/progress.ts';

export interface ProgressLine {
  show(progress: Progress): void;
  /** Takes the line away, so that what follows begins on a clean one. */
  clear(): void;
}

const REDRAWN_EVERY = 100;
const PRINTED_EVERY = 10_000;

export function progressLine(stream: NodeJS.WriteStream, now: () => number = () => performance.now()): ProgressLine {
  let began = now();
  // A run that goes on begins with what was read before, and so does what is done after something else.
  let before: Progress | undefined;
  // The first plain line comes after ten seconds: a short run has none.
  let shownAt = stream.isTTY ? -REDRAWN_EVERY : began;
  let isDrawn = false;
  return {
    show(progress) {
      const at = now();
      if (before === undefined || before.phase !== progress.phase) {
        if (before !== undefined) began = at;
        before = progress;
      }
      if (at - shownAt < (stream.isTTY ? REDRAWN_EVERY : PRINTED_EVERY)) return;
      shownAt = at;
      const text = progressText(progress, (at - began) / 1000, before);
      if (stream.isTTY) stream.write(`\r${text.slice(0, (stream.columns || 80) - 1)}${ERASE_REST}`);
      else stream.write(`${text}\n`);
      isDrawn = stream.isTTY;
    },
    clear() {
      if (isDrawn) stream.write(`\r${ERASE_REST}`);
      isDrawn = false;
    },
  };
}

const ERASE_REST = '\u001B[K';
