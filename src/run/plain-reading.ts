/** What is a document of a source before its first step? What its text says, with MongoDB Extended JSON as plain JSON. */
import type { Buffer } from 'node:buffer';
import { idOfMongo, type KeptObject, plainDocument, searchDollars } from '../document/extended-json.ts';
import type { Notice } from '../document/notice.ts';
import type { Tape, Value } from '../document/tape.ts';
import { OTHER_PATHS } from '../report/tally.ts';

/** Makes of the document in `text[start..end)` what the steps get; what there is to say of it is added to `notices`. */
export type Reading = (tape: Tape, root: Value, start: number, end: number, notices: Notice[]) => Value;

/** How the documents of a text in Extended JSON are read. */
export function plainReading(text: Buffer): Reading {
  const mayHold = searchDollars(text);
  return (tape, root, start, end, notices) => {
    if (!mayHold(start, end)) return idOfMongo(tape, root);
    const kept = new KeptObjects();
    const plain = plainDocument(tape, root, (one) => kept.add(one));
    notices.push(...kept.notices());
    return idOfMongo(tape, plain);
  };
}

/** So many paths of one document are told apart: it may have millions of them. */
const MOST_PATHS = 1000;

/** Counts what stays as it is, by path. */
class KeptObjects {
  #counts: Map<string, { readonly first: KeptObject; count: number }> | undefined;

  add(kept: KeptObject): void {
    const counts = (this.#counts ??= new Map<string, { readonly first: KeptObject; count: number }>());
    const path = counts.size < MOST_PATHS || counts.has(kept.path) ? kept.path : OTHER_PATHS;
    const known = counts.get(path);
    if (known === undefined) counts.set(path, { first: { ...kept, path }, count: 1 });
    else known.count++;
  }

  notices(): readonly Notice[] {
    if (this.#counts === undefined) return [];
    return Array.from(this.#counts.values(), ({ first, count }) => ({ ...noticeOf(first), count }));
  }
}

function noticeOf({ path, name, isUnfit }: KeptObject): Notice {
  const why = isUnfit
    ? 'with a value that does not fit this type of MongoDB'
    : 'a type of MongoDB that plain JSON has no counterpart for';
  return { code: 'EXTENDED_JSON_KEPT', path, message: `${path} holds ${name}, ${why}; it stays as it is.` };
}
