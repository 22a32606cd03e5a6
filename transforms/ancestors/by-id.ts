/** Which document has an id? The first in the order of the data; it is looked at on a tape of its own, one at a time. */
import { kindName } from '../../src/document/decode.ts';
import { addJson } from '../../src/document/literal.ts';
import type { Path } from '../../src/document/path.ts';
import { readAt } from '../../src/document/read.ts';
import { sameValue } from '../../src/document/same-value.ts';
import { scalarText } from '../../src/document/scalar-text.ts';
import { shownValue } from '../../src/document/shown-value.ts';
import { FALSE, MISSING, STRING, Tape, type Value } from '../../src/document/tape.ts';
import type { ReferenceIndex } from '../../src/transform/reference.ts';
import { ID } from './options.ts';

/** No document has the id; said for people. */
export interface Missing {
  readonly missing: string;
  /** The same where one has it as text. */
  readonly asText: string | undefined;
}

export class ById {
  /** Holds the document that was found last. */
  readonly tape: Tape = new Tape();
  readonly #index: ReferenceIndex;
  readonly #parent: Path;
  /** The id that is looked for, on this tape. */
  #id: Value = MISSING;

  constructor(index: ReferenceIndex, parent: Path) {
    this.#index = index;
    this.#parent = parent;
  }

  /**
   * The document, or `MISSING`.
   * @param from the tape of the id, which may be this one: it is begun anew
   */
  find(from: Tape, id: Value): Value {
    const { tape } = this;
    const json = from.bytesOf(id).subarray(from.start(id), from.end(id));
    tape.begin(tape.text);
    this.#id = addJson(tape, json);
    for (const place of this.#index.candidates(tape, this.#id, 'value')) {
      const root = this.#index.documentAt(tape, place);
      const found = readAt(tape, root, ID);
      if (found !== MISSING && sameValue(tape, found, this.#id)) return root;
    }
    return MISSING;
  }

  /** What is to be said where the last id was not found. */
  missing(): Missing {
    const holds = `${this.#parent.text} holds ${shownValue(this.tape, this.#id)}, and`;
    const other = this.#kindAsText();
    return {
      missing: `${holds} no document has it at /id: the list of ancestors begins below it.`,
      asText: other && `${holds} a document holds it at /id as ${other}: they match only as text.`,
    };
  }

  /** What kind of value the id is where a document has it as text. */
  #kindAsText(): string | undefined {
    const { tape } = this;
    const text = scalarText(tape, this.#id);
    for (const place of this.#index.candidates(tape, this.#id, 'text')) {
      const found = readAt(tape, this.#index.documentAt(tape, place), ID);
      if (found !== MISSING && scalarText(tape, found) === text) return kindName(tape, found);
    }
    return undefined;
  }
}

/** Whether a value can be an id that is looked for; nothing else is equal to one. */
export function isId(tape: Tape, value: Value): boolean {
  const kind = tape.kind(value);
  return kind >= STRING && kind <= FALSE;
}
