/** How does a value that was not in the text get onto a tape? Its JSON goes to the scratch bytes and gets an entry. */
import { Buffer } from 'node:buffer';
import {
  EDITED,
  ARRAY,
  ESCAPED,
  FALSE,
  NULL,
  NUMBER,
  OBJECT,
  SCRATCH,
  STRING,
  SUSPECT,
  type Tape,
  TRUE,
  type Value,
  END,
} from './tape.ts';
import { INVALID, SPACED } from './refusal.ts';
import { tokenize } from './tokenize.ts';

/** A string value. */
export function addText(tape: Tape, text: string): Value {
  const start = openText(tape);
  appendText(tape, text);
  return closeText(tape, start);
}

/** Starts a string that is put together by `appendText` and `appendContent`; returns its start for `closeText`. */
export function openText(tape: Tape): number {
  const scratch = tape.reserveScratch(1);
  scratch[tape.scratchLength] = 34;
  tape.textFlags = 0;
  return tape.scratchLength++;
}

/** Appends JavaScript text to the open string, escaping what JSON wants escaped. */
export function appendText(tape: Tape, text: string): void {
  const scratch = tape.reserveScratch(text.length);
  let at = tape.scratchLength;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 32 || unit > 126 || unit === 34 || unit === 92) {
      appendEscaped(tape, text);
      return;
    }
    scratch[at++] = unit;
  }
  tape.scratchLength = at;
}

/** Appends the content of a string of the tape to the open string, as it is written. */
export function appendContent(tape: Tape, value: Value): void {
  const words = tape.words;
  const start = words[value * 4]! + 1;
  const end = words[value * 4 + 1]! - 1;
  tape.textFlags |= words[value * 4 + 3]! & ESCAPED;
  const scratch = tape.reserveScratch(end - start);
  const bytes = tape.bytesOf(value);
  let at = tape.scratchLength;
  if (end - start < 48) for (let i = start; i < end; i++) scratch[at++] = bytes[i]!;
  else at += bytes.copy(scratch, at, start, end);
  tape.scratchLength = at;
}

/** Ends the open string and gives it its entry. */
export function closeText(tape: Tape, start: number): Value {
  const scratch = tape.reserveScratch(1);
  scratch[tape.scratchLength++] = 34;
  return tape.append(start, tape.scratchLength, tape.length + 1, STRING | SCRATCH | tape.textFlags);
}

/** Any JSON text: from a plan, from another document. Throws when it is no JSON, which would be our own fault. */
export function addJson(tape: Tape, json: string | Uint8Array): Value {
  const bytes = typeof json === 'string' ? Buffer.from(json, 'utf8') : json;
  const scratch = tape.reserveScratch(bytes.length);
  const start = tape.scratchLength;
  scratch.set(bytes, start);
  tape.scratchLength += bytes.length;
  return indexScratch(tape, start);
}

/** Gives the JSON text that stands in the scratch bytes from `start` on its entries. */
export function indexScratch(tape: Tape, start: number): Value {
  const scratch = tape.reserveScratch(0);
  const end = tape.scratchLength;
  // The tokenizer may look at the byte behind; it is not part of anything, so that no two values seem to stand side by side.
  scratch[end] = 10;
  const value = tokenize(tape, scratch, start, end, SCRATCH);
  if (value === INVALID || value === SPACED)
    throw new Error(`Not minified JSON: ${scratch.toString('utf8', start, Math.min(end, start + 80))}`);
  return value;
}

/** Appends bytes of those that a value lies in, to be indexed by `indexScratch`. */
export function appendRange(tape: Tape, value: Value, from: number, to: number): void {
  const scratch = tape.reserveScratch(to - from);
  tape.scratchLength += tape.bytesOf(value).copy(scratch, tape.scratchLength, from, to);
}

/** A whole number that a double holds. */
export function addInteger(tape: Tape, integer: number): Value {
  return addToken(tape, String(integer), NUMBER);
}

export function addBoolean(tape: Tape, value: boolean): Value {
  return value ? addToken(tape, 'true', TRUE) : addToken(tape, 'false', FALSE);
}

export function addNull(tape: Tape): Value {
  return addToken(tape, 'null', NULL);
}

/** An object without members, ready for edits. */
export function addObject(tape: Tape): Value {
  return tape.append(END, END, 0, OBJECT | EDITED);
}

/** An array without elements, ready for edits. */
export function addArray(tape: Tape): Value {
  return tape.append(END, END, 0, ARRAY | EDITED);
}

/** A constant of a plan; on the tape once a document that needs it. */
export interface Constant {
  readonly json: string;
  serial: number;
  value: Value;
  /** Known once it has been on a tape. */
  known?: Known;
}

interface Known {
  readonly bytes: Buffer;
  /** What the entry of a scalar says, which need not be read again. */
  readonly scalar: number | undefined;
}

export function constantOf(value: unknown): Constant {
  return { json: JSON.stringify(value), serial: -1, value: -1 };
}

export function constantValue(tape: Tape, constant: Constant): Value {
  if (constant.serial !== tape.serial) {
    constant.value = constant.known === undefined ? addFirst(tape, constant) : addKnown(tape, constant.known);
    constant.serial = tape.serial;
  }
  return constant.value;
}

function addFirst(tape: Tape, constant: Constant): Value {
  const bytes = Buffer.from(constant.json, 'utf8');
  const value = addJson(tape, bytes);
  constant.known = { bytes, scalar: tape.kind(value) > ARRAY ? tape.words[value * 4 + 3]! : undefined };
  return value;
}

function addKnown(tape: Tape, { bytes, scalar }: Known): Value {
  if (scalar === undefined) return addJson(tape, bytes);
  const scratch = tape.reserveScratch(bytes.length);
  const start = tape.scratchLength;
  scratch.set(bytes, start);
  tape.scratchLength += bytes.length;
  if ((scalar & SUSPECT) !== 0) tape.hasSuspects = true;
  return tape.append(start, tape.scratchLength, tape.length + 1, scalar);
}

function addToken(tape: Tape, token: string, kind: number): Value {
  const scratch = tape.reserveScratch(token.length);
  const start = tape.scratchLength;
  for (let i = 0; i < token.length; i++) scratch[start + i] = token.charCodeAt(i);
  tape.scratchLength += token.length;
  return tape.append(start, tape.scratchLength, tape.length + 1, kind | SCRATCH);
}

function appendEscaped(tape: Tape, text: string): void {
  const json = JSON.stringify(text);
  if (json.includes('\\')) tape.textFlags |= ESCAPED;
  const scratch = tape.reserveScratch(json.length * 3);
  tape.scratchLength += scratch.write(json.slice(1, -1), tape.scratchLength, 'utf8');
}
