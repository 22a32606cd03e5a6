// Reads text as Extended JSON, as a run does, and writes the plain JSON that comes of it.
import { idOfMongo, type KeptObject, plainDocument, searchDollars } from '../../src/document/extended-json.ts';
import { parseDocument } from '../../src/document/parse.ts';
import { Tape } from '../../src/document/tape.ts';
import { wireText } from '../../src/document/wire-text.ts';

export interface Plain {
  readonly text: string;
  readonly kept: readonly KeptObject[];
}

export function plain(text: string): Plain {
  const tape = new Tape();
  const bytes = Buffer.from(`${text}\n`);
  tape.begin(bytes);
  const root = parseDocument(tape, bytes, 0, bytes.length - 1, false);
  if (typeof root !== 'number') throw new Error(root.problem);
  const kept: KeptObject[] = [];
  const isMeant = searchDollars(bytes)(0, bytes.length - 1);
  const made = isMeant ? plainDocument(tape, root, (one) => kept.push(one)) : root;
  return { text: wireText(tape, idOfMongo(tape, made)).toString(), kept };
}

/** A document with a value at the bottom of so many arrays. */
export function depthDocument(depth: number, value: string): string {
  return `{"a":${'['.repeat(depth)}${value}${']'.repeat(depth)}}`;
}
