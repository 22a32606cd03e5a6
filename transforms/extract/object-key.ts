/**
 * Which objects are copies of one thing? Those whose keys are equal by type and exact value. Keys that only print as one
 * text, as 1 and "1" do, would give two things one id: so a key is looked for by its text, and then held against the one
 * that is found.
 */
import { compare } from '../../src/document/compare.ts';
import { kindName, sourceOf, textOf } from '../../src/document/decode.ts';
import { appendText, closeText, openText } from '../../src/document/literal.ts';
import { parsedJson } from '../../src/document/parsed-json.ts';
import type { Path } from '../../src/document/path.ts';
import { appendScalar, scalarText } from '../../src/document/scalar-text.ts';
import { MISSING, STRING, type Tape, type Value } from '../../src/document/tape.ts';
import { ValueHash } from '../../src/document/value-hash.ts';

/** The key of an object, none of its parts missing or null. */
export interface ObjectKey {
  readonly parts: readonly Value[];
  /** The parts, joined by a colon, as a string; MISSING where one has no text. */
  readonly text: Value;
}

export function objectKey(tape: Tape, parts: readonly Value[]): ObjectKey {
  return { parts, text: textOfParts(tape, parts) };
}

function textOfParts(tape: Tape, parts: readonly Value[]): Value {
  const first = parts[0]!;
  if (parts.length === 1 && tape.kind(first) === STRING) return first;
  const start = openText(tape);
  for (let i = 0; i < parts.length; i++) {
    if (i > 0) appendText(tape, ':');
    if (appendScalar(tape, parts[i]!)) continue;
    tape.scratchLength = start;
    return MISSING;
  }
  return closeText(tape, start);
}

export class KeyHashes {
  readonly #hash = new ValueHash();

  /** By the text where it has one. It holds until the next one is asked for. */
  of(tape: Tape, { parts, text }: ObjectKey): Int32Array {
    if (text === MISSING) this.#hash.ofAll(tape, parts);
    else this.#hash.of(tape, text);
    return this.#hash.words;
  }

  /** By the values, for one whose text is another one's as well. */
  ofValues(tape: Tape, { parts, text }: ObjectKey): Int32Array {
    this.#hash.ofAll(tape, [text, ...parts]);
    return this.#hash.words;
  }
}

/** The parts as JSON, to be held against others; undefined for one string, which its text says already. */
export function keyJson(tape: Tape, { parts, text }: ObjectKey): string | undefined {
  if (text === MISSING || text === parts[0]) return undefined;
  return `[${parts.map((part) => sourceOf(tape, part)).join(',')}]`;
}

/** Whether two keys with one text are the same. */
export function isSameKey(one: string | undefined, other: string | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  const [left, right] = [parsedJson(one), parsedJson(other)];
  return compare(left.tape, left.root, right.tape, right.root, 'exact').length === 0;
}

/** The key as people read it. */
export function keyText(tape: Tape, { parts }: ObjectKey, paths: readonly Path[]): string {
  return paths
    .map(({ text }, i) => `${text} ${JSON.stringify(scalarText(tape, parts[i]!) ?? `an ${kindName(tape, parts[i]!)}`)}`)
    .join(', ');
}

/** Its values as people read them, where their types matter. @param json what `keyJson` says of it */
export function keyValues(tape: Tape, { text }: ObjectKey, json: string | undefined): string {
  return json === undefined ? JSON.stringify(textOf(tape, text)) : json.slice(1, -1);
}
