// What does a tape hold? Its entries in words that can be compared with those of another reader.
import { Buffer } from 'node:buffer';
import { KIND_NAMES } from '../../src/document/decode.ts';
import { parseValue, type Unreadable } from '../../src/document/parse.ts';
import { OBJECT, Tape } from '../../src/document/tape.ts';
import { wireText } from '../../src/document/wire-text.ts';
import type { ReferenceToken } from './reference-json.ts';

export interface TapeReading {
  /** Not for deep documents: every level names its whole text. */
  readonly tokens: () => ReferenceToken[];
  /** What an identity pass writes. */
  readonly wire: string;
  readonly tape: Tape;
}

/** Reads text that stands between other bytes, as in a batch; `undefined` padding is a line end. */
export function readTape(text: string | Buffer, tape: Tape = new Tape()): TapeReading | Unreadable {
  const content = Buffer.from(text as string);
  const bytes = Buffer.concat([Buffer.from('"},\n'), content, Buffer.from('\n"0]}')]);
  tape.begin(bytes);
  const value = parseValue(tape, bytes, 4, 4 + content.length);
  if (typeof value !== 'number') return { at: value.at - 4, problem: value.problem };
  return { tokens: () => tokensOf(tape), wire: wireText(tape, value).toString(), tape };
}

function tokensOf(tape: Tape): ReferenceToken[] {
  const tokens: ReferenceToken[] = [];
  // Which entries are keys follows from the objects that are open, each with the place of its next key and its end.
  const open: { nextKey: number; end: number }[] = [];
  for (let entry = 0; entry < tape.length; entry++) {
    while (open.length > 0 && open.at(-1)!.end <= entry) open.pop();
    const text = tape.bytesOf(entry).toString('utf8', tape.start(entry), tape.end(entry));
    const object = open.at(-1);
    if (object?.nextKey === entry) {
      tokens.push({ kind: 'key', text, inside: 0 });
      object.nextKey = tape.words[(entry + 1) * 4 + 2]!;
      continue;
    }
    const end = tape.words[entry * 4 + 2]!;
    tokens.push({ kind: KIND_NAMES[tape.kind(entry)] as ReferenceToken['kind'], text, inside: end - entry - 1 });
    if (end > entry + 1) open.push({ nextKey: tape.kind(entry) === OBJECT ? entry + 1 : -1, end });
  }
  return tokens;
}
