/** What is in this JSON text? A tape of its own, for texts that are compared or shown, not for the way of the data. */
import { Buffer } from 'node:buffer';
import { parseValue } from './parse.ts';
import { Tape, type Value } from './tape.ts';

export interface ParsedJson {
  readonly tape: Tape;
  readonly root: Value;
}

/** @throws Error when it is no JSON, which would be our own fault */
export function parsedJson(text: string | Buffer): ParsedJson {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  const tape = new Tape();
  const readable = Buffer.concat([bytes, LINE_END]);
  tape.begin(readable);
  const root = parseValue(tape, readable, 0, bytes.length);
  if (typeof root === 'number') return { tape, root };
  throw new Error(`Not JSON: ${root.problem}, at byte ${root.at}.`);
}

const LINE_END = Buffer.from('\n');
