/** What is a document of a source before its first step? What its text says, with MongoDB Extended JSON as plain JSON. */
import type { Buffer } from 'node:buffer';
import { idOfMongo, type KeptObject, plainDocument, searchDollars } from '../document/extended-json.ts';
import type { Notice } from '../document/notice.ts';
import type { Tape, Value } from '../document/tape.ts';

/** Makes of the document in `text[start..end)` what the steps get; what there is to say of it is added to `notices`. */
export type Reading = (tape: Tape, root: Value, start: number, end: number, notices: Notice[]) => Value;

/** How the documents of a text in Extended JSON are read. */
export function plainReading(text: Buffer): Reading {
  const mayHold = searchDollars(text);
  return (tape, root, start, end, notices) => {
    const plain = mayHold(start, end) ? plainDocument(tape, root, (kept) => notices.push(noticeOf(kept))) : root;
    return idOfMongo(tape, plain);
  };
}

function noticeOf({ path, name, isUnfit }: KeptObject): Notice {
  const why = isUnfit
    ? 'with a value that does not fit this type of MongoDB'
    : 'a type of MongoDB that plain JSON has no counterpart for';
  return { code: 'EXTENDED_JSON_KEPT', path, message: `${path} holds ${name}, ${why}; it stays as it is.` };
}
