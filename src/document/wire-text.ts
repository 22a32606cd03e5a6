/**
 * What is sized, hashed, stored and sent? The minified text of a document: its untouched values byte for byte as they
 * came in, gathered as ranges, with what the steps wrote between them.
 */
import { Buffer } from 'node:buffer';
import { ARRAY, EDITED, END, KIND_MASK, SCRATCH, type Tape, type Value } from './tape.ts';
import { OutputBuffer } from './output-buffer.ts';

/** Appends the text of a value to the output. */
export function writeText(tape: Tape, value: Value, output: OutputBuffer): void {
  const words = tape.words;
  const flags = words[value * 4 + 3]!;
  if ((flags & EDITED) === 0) {
    output.copy((flags & SCRATCH) === 0 ? tape.text : tape.scratch, words[value * 4]!, words[value * 4 + 1]!);
  } else if ((flags & KIND_MASK) === ARRAY) {
    output.byte(91);
    let member = words[value * 4]!;
    while (member !== END) {
      writeText(tape, tape.members[member * 4 + 1]!, output);
      member = tape.members[member * 4 + 2]!;
      if (member !== END) output.byte(COMMA);
    }
    output.byte(93);
  } else {
    output.byte(123);
    writeMembers(tape, words[value * 4]!, output);
    output.byte(125);
  }
}

/**
 * Members that stand side by side in the text, comma and all, are copied as one range. In the scratch bytes a digit that
 * was written between two values may stand where the colon would be, so there the colon and the comma are looked at.
 */
function writeMembers(tape: Tape, first: number, output: OutputBuffer): void {
  const { words, members } = tape;
  let member = first;
  while (member !== END) {
    const key = members[member * 4]! * 4;
    let value = members[member * 4 + 1]! * 4;
    member = members[member * 4 + 2]!;
    const place = words[key + 3]! & SCRATCH;
    const bytes = place === 0 ? tape.text : tape.scratch;
    if (
      (words[value + 3]! & (EDITED | SCRATCH)) === place &&
      words[value]! === words[key + 1]! + 1 &&
      (place === 0 || bytes[words[key + 1]!] === COLON)
    ) {
      let end = words[value + 1]!;
      while (member !== END) {
        const nextKey = members[member * 4]! * 4;
        value = members[member * 4 + 1]! * 4;
        if (words[nextKey]! !== end + 1 || (words[nextKey + 3]! & SCRATCH) !== place) break;
        if ((words[value + 3]! & (EDITED | SCRATCH)) !== place || words[value]! !== words[nextKey + 1]! + 1) break;
        if (place !== 0 && (bytes[end] !== COMMA || bytes[words[nextKey + 1]!] !== COLON)) break;
        end = words[value + 1]!;
        member = members[member * 4 + 2]!;
      }
      output.copy(bytes, words[key]!, end);
    } else {
      output.copy(bytes, words[key]!, words[key + 1]!);
      output.byte(COLON);
      writeText(tape, value >> 2, output);
    }
    if (member !== END) output.byte(COMMA);
  }
}

/** How many bytes the text of a value has. */
export function textLength(tape: Tape, value: Value): number {
  const words = tape.words;
  const flags = words[value * 4 + 3]!;
  if ((flags & EDITED) === 0) return words[value * 4 + 1]! - words[value * 4]!;
  const isArray = (flags & KIND_MASK) === ARRAY;
  const count = words[value * 4 + 2]!;
  // The brackets, and what stands between two members.
  let length = 2 + Math.max(0, count - 1);
  for (let member = words[value * 4]!; member !== END; member = tape.members[member * 4 + 2]!) {
    const key = tape.members[member * 4]!;
    if (!isArray) length += words[key * 4 + 1]! - words[key * 4]! + 1;
    length += textLength(tape, tape.members[member * 4 + 1]!);
  }
  return length;
}

/** The text of a value as bytes of its own. */
export function wireText(tape: Tape, value: Value): Buffer {
  const output = new OutputBuffer();
  writeText(tape, value, output);
  return Buffer.from(output.bytes.subarray(0, output.length));
}

const COMMA = 44;
const COLON = 58;
