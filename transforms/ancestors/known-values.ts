/** What is known of a value? It is found again by every other way of writing it: 1, 1.0 and 1e0 are one, "1" is another. */
import { decimalOf } from '../../src/document/decimal.ts';
import { sourceOf, textOf } from '../../src/document/decode.ts';
import { NUMBER, STRING, type Tape, TRUE, type Value } from '../../src/document/tape.ts';

/** A text, a number or a boolean, out of its document. */
export interface ScalarKey {
  readonly isText: boolean;
  readonly text: string;
}

export function keyOfScalar(tape: Tape, value: Value): ScalarKey {
  const kind = tape.kind(value);
  if (kind === STRING) return { isText: true, text: textOf(tape, value) };
  if (kind === NUMBER) return { isText: false, text: decimalOf(sourceOf(tape, value)) };
  return { isText: false, text: kind === TRUE ? 'true' : 'false' };
}

export class KnownValues<Known> {
  readonly #texts = new Map<string, Known>();
  readonly #others = new Map<string, Known>();

  get({ isText, text }: ScalarKey): Known | undefined {
    return (isText ? this.#texts : this.#others).get(text);
  }

  set({ isText, text }: ScalarKey, known: Known): void {
    (isText ? this.#texts : this.#others).set(text, known);
  }
}
