/**
 * How does what an expression says get into the document? What stands there already keeps its bytes, whole numbers have
 * all their digits, decimals their shortest; times and durations have no form in JSON and are refused.
 */
import { cloneEdits, insertMember, pushElement } from '../document/edit.ts';
import { keyEntry, keyOf } from '../document/key.ts';
import { addArray, addBoolean, addJson, addNull, addObject, addText } from '../document/literal.ts';
import { END, type Value } from '../document/tape.ts';
import { type Content, describe, load, ObjectContent } from './content.ts';
import { Failure } from './failure.ts';
import { Reference } from './reference.ts';
import type { Scope } from './scope.ts';

export function intoDocument(content: Content, scope: Scope): Value {
  const { tape } = scope;
  if (typeof content === 'string') return addText(tape, content);
  if (typeof content === 'number' || typeof content === 'bigint') return addJson(tape, String(content));
  if (typeof content === 'boolean') return addBoolean(tape, content);
  if (content === null) return addNull(tape);
  if (content instanceof Reference) return kept(content, scope);
  // No deeper than the expression.
  if (Array.isArray(content)) {
    const array = addArray(tape);
    for (const element of content) pushElement(tape, array, intoDocument(element, scope));
    return array;
  }
  if (content instanceof ObjectContent) {
    const object = addObject(tape);
    for (const [name, value] of content.members)
      insertMember(tape, object, END, keyEntry(tape, keyOf(name)), intoDocument(value, scope));
    return object;
  }
  throw new Failure(`it says ${describe(content)}, which JSON cannot hold; string(…) makes a text of it`);
}

/** Edited levels are copied, so that a later edit of one place does not show at the other. */
function kept(reference: Reference, scope: Scope): Value {
  if (reference.kind === 'number') load(reference, scope, () => 'its value');
  return cloneEdits(scope.tape, reference.value);
}
