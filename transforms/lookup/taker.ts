/** What is taken of a document of the reference? All of it, some of its places, a bare value, or properties with new names. */
import { addObject } from '../../src/document/literal.ts';
import { insertMember } from '../../src/document/edit.ts';
import { type Key, keyEntry, keyOf } from '../../src/document/key.ts';
import type { Path } from '../../src/document/path.ts';
import { pick, pickingOf } from '../../src/document/pick.ts';
import { readAt } from '../../src/document/read.ts';
import type { Rejection } from '../../src/document/rejection.ts';
import { END, MISSING, type Tape, type Value } from '../../src/document/tape.ts';
import type { Template } from '../../src/document/template.ts';
import type { StepContext, Taken } from '../../src/transform/step.ts';

/** The value; `MISSING` where the document has none at the path of a bare value. */
export type Take = (tape: Tape, root: Value, context: StepContext) => Value | Rejection;

/** @param reference its name, for messages */
export function takerOf(taken: Taken | undefined, reference: string): Take {
  if (taken === undefined) return (_tape, root) => root;
  if ('bare' in taken) return valueTaker(taken.bare, reference);
  if ('paths' in taken) {
    const picking = pickingOf(taken.paths);
    return (tape, root) => {
      const picked = pick(tape, root, picking);
      return picked === MISSING ? addObject(tape) : picked;
    };
  }
  const members = taken.members.map(({ name, of }) => ({ key: keyOf(name), take: valueTaker(of, reference) }));
  return (tape, root, context) => memberValues(tape, root, members, context);
}

function memberValues(
  tape: Tape,
  root: Value,
  members: readonly { readonly key: Key; readonly take: Take }[],
  context: StepContext,
): Value | Rejection {
  const object = addObject(tape);
  for (const { key, take } of members) {
    const value = take(tape, root, context);
    if (typeof value !== 'number') return value;
    if (value !== MISSING) insertMember(tape, object, END, keyEntry(tape, key), value);
  }
  return object;
}

function valueTaker(of: Path | Template, reference: string): Take {
  if ('segments' in of) return (tape, root) => readAt(tape, root, of);
  return (tape, root, context) => {
    const text = of.evaluate(tape, { root }, context.sha256);
    if (typeof text === 'number') return text;
    return { ...text, message: `In a document of ${reference}: ${text.message}` };
  };
}
