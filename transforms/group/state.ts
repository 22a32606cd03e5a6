/** To which properties have the documents of a group led? And do they leave room for those beside them? */
import { compare } from '../../src/document/compare.ts';
import { parsedJson } from '../../src/document/parsed-json.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import type { Tape, Value } from '../../src/document/tape.ts';

/** A property of the result: its name, and its value as JSON. */
export interface Property {
  readonly name: string;
  readonly text: Buffer | string;
}

/** What becomes of all properties of the documents. */
export interface State {
  take(tape: Tape, root: Value): void;
  /** All but the id. */
  readonly properties: readonly Property[];
  /** Begins anew. */
  clear(): void;
}

/** Each name once, where values of one name are the same; otherwise which two are not. */
export function nameClash(properties: readonly Property[]): readonly Property[] | Rejection {
  const found = new Map<string, Property>();
  for (const property of properties) {
    const { name } = property;
    const other = found.get(name);
    if (other === undefined) found.set(name, property);
    else if (!isSame(other, property)) return clash(name);
  }
  return [...found.values()];
}

function isSame(one: Property, other: Property): boolean {
  const [left, right] = [parsedJson(one.text), parsedJson(other.text)];
  return compare(left.tape, left.root, right.tape, right.root, 'exact').length === 0;
}

function clash(name: string): Rejection {
  const message = `Two values of the group want the name ${JSON.stringify(name)}: its key, aggregate and gather stand beside the properties of its documents. Choose another name in the step, or rename the property in an earlier one.`;
  return reject('TARGET_EXISTS', message, `/${name}`);
}
