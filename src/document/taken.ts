/** What is taken of another document? All of it, some of its places, a bare value, or properties with new names. */
import { addObject } from './literal.ts';
import { insertMember } from './edit.ts';
import { type Key, keyEntry, keyOf } from './key.ts';
import type { Path } from './path.ts';
import { pick, pickingOf } from './pick.ts';
import { readAt } from './read.ts';
import type { Rejection } from './rejection.ts';
import { END, MISSING, type Tape, type Value } from './tape.ts';
import type { Template } from './template.ts';

/** The bare value at a path, or a text; an object of some places; or one with properties of new names. */
export type Taken =
  | { readonly bare: Path | Template }
  | { readonly paths: readonly Path[] }
  | { readonly members: readonly { readonly name: string; readonly of: Path | Template }[] };

/** The places that it is taken from. */
export function pathsTaken(taken: Taken): readonly Path[] {
  if ('paths' in taken) return taken.paths;
  const values = 'bare' in taken ? [taken.bare] : taken.members.map(({ of }) => of);
  return values.flatMap((value) => ('segments' in value ? [value] : value.paths));
}

/** Hashes text for templates. */
export interface Hashing {
  readonly sha256: (text: string) => string;
}

/** The value; `MISSING` where the document has none at the path of a bare value. */
export type Take = (tape: Tape, root: Value, hashing: Hashing) => Value | Rejection;

/** @param where says in messages which documents these are: `a document of products` */
export function takerOf(taken: Taken | undefined, where: string): Take {
  if (taken === undefined) return (_tape, root) => root;
  if ('bare' in taken) return valueTaker(taken.bare, where);
  if ('paths' in taken) {
    const picking = pickingOf(taken.paths);
    return (tape, root) => {
      const picked = pick(tape, root, picking);
      return picked === MISSING ? addObject(tape) : picked;
    };
  }
  const members = taken.members.map(({ name, of }) => ({ key: keyOf(name), take: valueTaker(of, where) }));
  return (tape, root, hashing) => memberValues(tape, root, members, hashing);
}

function memberValues(
  tape: Tape,
  root: Value,
  members: readonly { readonly key: Key; readonly take: Take }[],
  hashing: Hashing,
): Value | Rejection {
  const object = addObject(tape);
  for (const { key, take } of members) {
    const value = take(tape, root, hashing);
    if (typeof value !== 'number') return value;
    if (value !== MISSING) insertMember(tape, object, END, keyEntry(tape, key), value);
  }
  return object;
}

function valueTaker(of: Path | Template, where: string): Take {
  if ('segments' in of) return (tape, root) => readAt(tape, root, of);
  return (tape, root, hashing) => {
    const text = of.evaluate(tape, { root }, hashing.sha256);
    if (typeof text === 'number') return text;
    return { ...text, message: `In ${where}: ${text.message}` };
  };
}
