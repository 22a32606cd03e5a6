/** Which document do the objects with one key come to so far? */
import { textOf } from '../../src/document/decode.ts';
import { Fold } from '../../src/document/fold.ts';
import { keyOf } from '../../src/document/key.ts';
import { findMember, valueAt } from '../../src/document/members.ts';
import type { OutputBuffer } from '../../src/document/output-buffer.ts';
import { parsedJson } from '../../src/document/parsed-json.ts';
import type { Tape, Value } from '../../src/document/tape.ts';
import { wireText } from '../../src/document/wire-text.ts';

const ID = keyOf('id');

export interface Standing {
  /** The keys that it stands for, as `keyJson` has them. */
  readonly keys: (string | undefined)[];
  /** The number of the object in whose place it is. */
  readonly place: number;
  readonly id: string;
  take(tape: Tape, object: Value, number: number): void;
  write(output: OutputBuffer): void;
}

/** The last one alone. */
export class LastObject implements Standing {
  readonly keys: (string | undefined)[] = [];
  place = 0;
  #text!: Buffer;

  get id(): string {
    return idIn(this.#text);
  }

  take(tape: Tape, object: Value, number: number): void {
    this.place = number;
    this.#text = wireText(tape, object);
  }

  write(output: OutputBuffer): void {
    output.copy(this.#text, 0, this.#text.length);
  }
}

/** All of them, the later ones laid over the earlier ones; it is called as the first one is. */
export class MergedObject implements Standing {
  readonly keys: (string | undefined)[] = [];
  readonly place: number;
  readonly #fold = new Fold();
  #first: Buffer | undefined;

  constructor(place: number) {
    this.place = place;
  }

  get id(): string {
    return JSON.parse(this.#first!.toString()) as string;
  }

  take(tape: Tape, object: Value): void {
    this.#first ??= wireText(tape, valueAt(tape, findMember(tape, object, ID)));
    this.#fold.take(tape, object);
  }

  write(output: OutputBuffer): void {
    this.#fold.properties.forEach(({ name, text }, at) => {
      output.text(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
      const value = name === 'id' ? this.#first! : text;
      output.copy(value, 0, value.length);
    });
    output.byte(CLOSE);
  }
}

function idIn(text: Buffer): string {
  const { tape, root } = parsedJson(text);
  return textOf(tape, valueAt(tape, findMember(tape, root, ID)));
}

const CLOSE = 125;
