/**
 * Does the document nest too deep? 128 levels (quota page; 400 "The request payload is invalid",
 * botbuilder-dotnet #4755), the document itself counted as the first.
 */
import { reject, type Rejection } from '../document/rejection.ts';
import { ARRAY, EDITED, END, KIND_MASK, OBJECT, type Tape, type Value } from '../document/tape.ts';

const DEEPEST = 128;

export function refuseDepth(tape: Tape, root: Value): Rejection | undefined {
  // What was read or written as text nests at most `tape.depth` deep, wherever an edited level holds it.
  if (tape.depth <= DEEPEST && (!tape.is(root, EDITED) || tape.depth + editedDepth(tape, root) <= DEEPEST))
    return undefined;
  const depth = depthOf(tape, root);
  if (depth <= DEEPEST) return undefined;
  return reject(
    'ITEM_TOO_DEEP',
    `The document nests ${depth} levels deep, itself included, and at most ${DEEPEST} are allowed. Flatten it, or move inner levels into documents of their own.`,
  );
}

/** How many edited levels lie one in another. */
function editedDepth(tape: Tape, value: Value): number {
  let deepest = 0;
  for (let member = tape.words[value * 4]!; member !== END; member = tape.members[member * 4 + 2]!) {
    const child = tape.members[member * 4 + 1]!;
    if (tape.is(child, EDITED)) deepest = Math.max(deepest, editedDepth(tape, child));
  }
  return deepest + 1;
}

/** How deep a value nests, itself included. Text is walked without recursion, it may be 100,000 deep. */
function depthOf(tape: Tape, value: Value): number {
  if (!tape.is(value, EDITED)) return textDepth(tape, value);
  let deepest = 0;
  for (let member = tape.words[value * 4]!; member !== END; member = tape.members[member * 4 + 2]!) {
    deepest = Math.max(deepest, depthOf(tape, tape.members[member * 4 + 1]!));
  }
  return deepest + 1;
}

function textDepth(tape: Tape, value: Value): number {
  const words = tape.words;
  const open: number[] = [];
  let deepest = 0;
  if (!isContainer(words[value * 4 + 3]!)) return 0;
  for (let entry = value; entry < words[value * 4 + 2]!; entry++) {
    if (!isContainer(words[entry * 4 + 3]!)) continue;
    while (open.length > 0 && open.at(-1)! <= entry) open.pop();
    open.push(words[entry * 4 + 2]!);
    if (open.length > deepest) deepest = open.length;
  }
  return deepest;
}

function isContainer(flags: number): boolean {
  const kind = flags & KIND_MASK;
  return kind === OBJECT || kind === ARRAY;
}
