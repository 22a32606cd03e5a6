/** Which entity is a document of a mixed source? The one that a text of it names; without one it goes nowhere. */
import { kindName, textOf } from '../document/decode.ts';
import { readAt } from '../document/read.ts';
import { reject, type Rejection } from '../document/rejection.ts';
import { MISSING, STRING, type Tape, type Value } from '../document/tape.ts';
import type { SortPlan } from '../plan/plan.ts';

export function sortedEntity(tape: Tape, root: Value, { by, names, known }: SortPlan): string | Rejection {
  const value = readAt(tape, root, by);
  if (value === MISSING || tape.kind(value) !== STRING) {
    const found = value === MISSING ? 'missing' : foundKind(kindName(tape, value));
    return reject(
      'KEY_MISSING',
      `${by.text} is ${found}, and its text says which entity a document is (entity: { by: ${by.text} }). Mend it in the source.`,
      by.text,
    );
  }
  const said = textOf(tape, value);
  const entity = names.get(said) ?? said;
  return known.has(entity) ? entity : unknown(said, entity, by.text);
}

function foundKind(kind: string): string {
  return kind === 'null' ? 'null' : `of type ${kind}`;
}

function unknown(said: string, entity: string, path: string): Rejection {
  const shown = quoted(entity);
  const says = said === entity ? `says ${shown}` : `says ${quoted(said)}, which is called ${shown} here`;
  return reject(
    'ENTITY_UNKNOWN',
    `${path} ${says}, and no container takes such an entity. Name it under the entities of a container, or under discard if it is to be left out; where it means another one, say so under names of the source.`,
    path,
  );
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 77)}...` : text);
}
