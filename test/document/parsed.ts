// A document out of text, as the source hands it over.
import { Buffer } from 'node:buffer';
import { Document } from '../../src/document/document.ts';
import { parseDocument } from '../../src/document/parse.ts';
import { Tape, type Value } from '../../src/document/tape.ts';
import { wireText } from '../../src/document/wire-text.ts';

/** Begins the tape anew: documents and values that were on it are void. */
export function parsed(text: string, tape: Tape = new Tape()): Document {
  const bytes = Buffer.from(`${text}\n`, 'utf8');
  tape.begin(bytes);
  const root = parseDocument(tape, bytes, 0, bytes.length - 1, false);
  if (typeof root !== 'number') throw new Error(`byte ${root.at}: ${root.problem} in ${text.slice(0, 200)}`);
  return new Document(tape, 'document', root);
}

export function textOfDocument({ tape, root }: Document): string {
  return wireText(tape, root).toString('utf8');
}

export function textOfValue({ tape }: Document, value: Value): string {
  return wireText(tape, value).toString('utf8');
}
