/** Do two files hold the same documents in the same order? Read as JSON: the order of keys and the digits beyond a double do not count. */
import { closeSync, openSync, readSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

/** @throws at the first difference */
export function expectSameDocuments(fileA: string, fileB: string): void {
  const [left, right] = [linesOf(fileA), linesOf(fileB)];
  for (let number = 1; ; number++) {
    const [a, b] = [left.next(), right.next()];
    if (a.done === true && b.done === true) return;
    const same =
      a.done !== true && b.done !== true && isDeepStrictEqual(JSON.parse(a.value) as unknown, JSON.parse(b.value));
    if (!same) {
      const shown = [a, b].map((line) => (line.done === true ? '(nothing)' : line.value.slice(0, 500)));
      throw new Error(`Line ${number} differs.\n${fileA}: ${shown[0]}\n${fileB}: ${shown[1]}`);
    }
  }
}

/** Split at byte 10 only. */
function* linesOf(path: string): Generator<string, undefined> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(8 * 1024 ** 2);
    for (let kept = 0; ;) {
      const end = kept + readSync(file, chunk, kept, chunk.length - kept, null);
      if (end === kept) return;
      let start = 0;
      for (let lineEnd: number; (lineEnd = chunk.subarray(0, end).indexOf(10, start)) >= 0; start = lineEnd + 1) {
        yield chunk.toString('utf8', start, lineEnd);
      }
      chunk.copyWithin(0, start, end);
      kept = end - start;
    }
  } finally {
    closeSync(file);
  }
}
