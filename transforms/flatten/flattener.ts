/** Which properties are lifted, and from where? Walks an object or array that is flattened; `lifting.ts` finds the names. */
import { editable } from '../../src/document/edit.ts';
import type { Document } from '../../src/document/document.ts';
import { isScalar } from '../../src/document/decode.ts';
import { isKey, type Key } from '../../src/document/key.ts';
import {
  elementAt,
  findMember,
  firstElement,
  firstMember,
  keyAt,
  nextElement,
  nextMember,
  valueAt,
} from '../../src/document/members.ts';
import { lastName, parentText, type Path } from '../../src/document/path.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { ARRAY, type Cursor, END, OBJECT, type Tape, type Value } from '../../src/document/tape.ts';
import { writeEach } from '../../src/document/write.ts';
import type { StepContext } from '../../src/transform/step.ts';
import { type Conflict, Lifting } from './lifting.ts';
import { Prefix } from './prefix.ts';

interface Options {
  readonly path: Path;
  readonly prefix?: string;
  readonly separator?: string;
  readonly depth?: number;
  readonly onConflict?: Conflict;
}

/** An object whose members are being lifted. */
interface Opened {
  readonly object: Value;
  next: Cursor;
  /** What goes before the names of its members. */
  readonly prefix: Prefix;
}

/** Names that are kept from one document to the next. */
const MOST_NAMES = 10_000;

export class Flattener {
  readonly #path: Path;
  /** The path of the object that takes the lifted properties. */
  readonly #place: string;
  /** Given by the plan. */
  readonly #prefix: string | undefined;
  /** Of the members of an object at the path, and of objects in an array there. */
  readonly #ofObject: Prefix;
  readonly #ofElements: Prefix;
  /** Of the document, which adds nothing to the names of its members. */
  readonly #ofDocument: Prefix;
  readonly #separator: string;
  readonly #depth: number;
  readonly #onConflict: Conflict;

  constructor({ path, prefix, separator = '_', depth = 1, onConflict = 'number' }: Options) {
    this.#path = path;
    this.#place = parentText(path);
    this.#prefix = prefix;
    this.#separator = separator;
    this.#depth = depth;
    this.#onConflict = onConflict;
    const room = { left: MOST_NAMES };
    this.#ofObject = new Prefix(prefix ?? `${lastName(path)}${separator}`, path.text, separator, room);
    this.#ofElements = new Prefix(prefix ?? '', `${path.text}/*`, separator, room);
    this.#ofDocument = new Prefix('', '/', separator, room);
  }

  apply(document: Document, context: StepContext): Rejection | undefined {
    const { tape } = document;
    if (this.#path.segments.length === 0) {
      document.root = editable(tape, document.root);
      return this.#flattenAll(tape, document.root, context);
    }
    const written = writeEach(tape, document.root, this.#path, false, (level, { key }) => {
      if (tape.kind(level) === ARRAY) return elementHasNoName(this.#path);
      return this.#flattenMembers(tape, level, key, context);
    });
    document.root = written.root;
    return written.rejection;
  }

  /** Flattens the members of that name; there are several where the key is repeated. */
  #flattenMembers(tape: Tape, level: Value, key: Key, context: StepContext): Rejection | undefined {
    const last = findMember(tape, level, key);
    if (last === END) return undefined;
    const isMeant = (cursor: Cursor): boolean => !isScalar(tape, valueAt(tape, cursor));
    const members = tape.hasDuplicateKeys
      ? membersOf(tape, level, (cursor) => isKey(tape, keyAt(tape, cursor), key) && isMeant(cursor))
      : [last].filter(isMeant);
    if (members.length === 0) return undefined;
    const lifting = new Lifting(tape, level, members, this.#place, this.#separator, this.#onConflict, context);
    for (const cursor of members) {
      const rejection = this.#flatten(lifting, cursor, key, this.#ofObject, context);
      if (rejection !== undefined) return rejection;
    }
    return undefined;
  }

  /** Flattens each object of the first level; arrays and empty objects stay. */
  #flattenAll(tape: Tape, root: Value, context: StepContext): Rejection | undefined {
    const members = membersOf(tape, root, (cursor) => isFull(tape, valueAt(tape, cursor)));
    const lifting = new Lifting(tape, root, members, '/', this.#separator, this.#onConflict, context);
    for (const cursor of members) {
      const joined = this.#ofDocument.joined(tape, keyAt(tape, cursor));
      const prefix = this.#ofDocument.below(joined, this.#prefix);
      const rejection = this.#flatten(lifting, cursor, joined.key, prefix, context);
      if (rejection !== undefined) return rejection;
    }
    return undefined;
  }

  /** Flattens one property, and takes it away. @param prefix of the members of an object */
  #flatten(lifting: Lifting, cursor: Cursor, key: Key, prefix: Prefix, context: StepContext): Rejection | undefined {
    const { tape } = lifting;
    const value = valueAt(tape, cursor);
    lifting.begin(cursor);
    if (firstMember(tape, value) === END) context.drop(prefix.way);
    const rejection =
      tape.kind(value) === OBJECT ? this.#lift(lifting, value, prefix) : this.#liftElements(lifting, value, key);
    lifting.end(cursor);
    return rejection;
  }

  #liftElements(lifting: Lifting, array: Value, key: Key): Rejection | undefined {
    const { tape } = lifting;
    const prefix = this.#ofElements;
    for (let cursor = firstElement(tape, array); cursor !== END; cursor = nextElement(tape, array, cursor)) {
      const element = elementAt(tape, cursor);
      const rejection = isFull(tape, element)
        ? this.#lift(lifting, element, prefix)
        : lifting.add(key, undefined, element, prefix.way);
      if (rejection !== undefined) return rejection;
    }
    return undefined;
  }

  /** Lifts the members of an object, and those of objects inside down to the depth of the plan. */
  #lift(lifting: Lifting, object: Value, prefix: Prefix): Rejection | undefined {
    const { tape } = lifting;
    const opened: Opened[] = [{ object, next: firstMember(tape, object), prefix }];
    while (opened.length > 0) {
      const level = opened.at(-1)!;
      const cursor = level.next;
      if (cursor === END) {
        opened.pop();
        continue;
      }
      level.next = nextMember(tape, level.object, cursor);
      const entry = keyAt(tape, cursor);
      const value = valueAt(tape, cursor);
      const joined = level.prefix.joined(tape, entry);
      if (opened.length < this.#depth && isFull(tape, value)) {
        opened.push({ object: value, next: firstMember(tape, value), prefix: level.prefix.below(joined) });
        continue;
      }
      const { text, way } = level.prefix;
      const rejection = lifting.add(joined.key, text === '' ? entry : undefined, value, way, joined.inner.name);
      if (rejection !== undefined) return rejection;
    }
    return undefined;
  }
}

function membersOf(tape: Tape, object: Value, isMeant: (cursor: Cursor) => boolean): Cursor[] {
  const members: Cursor[] = [];
  for (let cursor = firstMember(tape, object); cursor !== END; cursor = nextMember(tape, object, cursor))
    if (isMeant(cursor)) members.push(cursor);
  return members;
}

/** An object with something in it; an empty one stays a value. */
function isFull(tape: Tape, value: Value): boolean {
  return tape.kind(value) === OBJECT && firstMember(tape, value) !== END;
}

function elementHasNoName({ text }: Path): Rejection {
  return reject(
    'PARENT_NOT_OBJECT',
    `${text} is an element of an array, and flatten lifts properties into an object. Write the path of the array, or of a property in its elements.`,
    text,
  );
}
