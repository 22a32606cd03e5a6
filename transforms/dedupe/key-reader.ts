/** What has a document in common with others? The values of its key, none of which has to be there, but not none at all. */
import type { Document } from '../../src/document/document.ts';
import { sourceOf } from '../../src/document/decode.ts';
import type { Path } from '../../src/document/path.ts';
import { readAt } from '../../src/document/read.ts';
import { sameValue } from '../../src/document/same-value.ts';
import { MISSING, NULL, NUMBER, type Tape, type Value } from '../../src/document/tape.ts';
import { ValueHash } from '../../src/document/value-hash.ts';

export class KeyReader {
  readonly #paths: readonly Path[];
  readonly #hash = new ValueHash(128, 'double');

  constructor(paths: readonly Path[]) {
    this.#paths = paths;
  }

  /** The hash of the key, until the next one is read; undefined for a document that has nothing of it. */
  of({ tape, root }: Pick<Document, 'tape' | 'root'>): Int32Array | undefined {
    const values = this.#paths.map((path) => readAt(tape, root, path));
    if (values.every((value) => value === MISSING || tape.kind(value) === NULL)) return undefined;
    this.#hash.ofAll(tape, values);
    return this.#hash.words;
  }

  /** Where two documents with one key have numbers that are one only as doubles: the path, and what stands there. */
  rounded(tape: Tape, one: Value, other: Value): { readonly path: Path; readonly numbers: string } | undefined {
    if (!tape.hasSuspects) return undefined;
    for (const path of this.#paths) {
      const [a, b] = [readAt(tape, one, path), readAt(tape, other, path)];
      if (a === MISSING || b === MISSING || tape.kind(a) !== NUMBER || tape.kind(b) !== NUMBER) continue;
      if (!sameValue(tape, a, b)) return { path, numbers: `${sourceOf(tape, a)} and ${sourceOf(tape, b)}` };
    }
    return undefined;
  }
}
