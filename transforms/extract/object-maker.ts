/** How does an embedded object become a document? It keeps what it has and gets an id. */
import { isScalar, kindName, textOf } from '../../src/document/decode.ts';
import { cloneEdits, editable, insertMember, replaceMember } from '../../src/document/edit.ts';
import { keyEntry, keyOf } from '../../src/document/key.ts';
import { closeText, openText } from '../../src/document/literal.ts';
import { findMember, valueAt } from '../../src/document/members.ts';
import { readAt } from '../../src/document/read.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { sameValue } from '../../src/document/same-value.ts';
import { appendScalar } from '../../src/document/scalar-text.ts';
import { EDITED, END, MISSING, NULL, NUMBER, STRING, type Tape, type Value } from '../../src/document/tape.ts';
import type { StepContext } from '../../src/transform/step.ts';
import { keyJson, type ObjectKey, objectKey } from './object-key.ts';
import type { Options } from './options.ts';

const ID = keyOf('id');

export class ObjectMaker {
  readonly #options: Options;
  /** Where the plan's id does not use the object's own, that one leaves the data. */
  readonly #dropsId: boolean;
  /** Whether the document may have another key than the object. */
  readonly #keyMayGo: boolean;

  constructor(given: Options) {
    this.#options = given;
    this.#dropsId = given.id !== undefined && !given.id.paths.some((path) => path.text === '/id');
    this.#keyMayGo = given.key.some(({ segments }) => segments[0]!.key.name === 'id');
  }

  keyOf(tape: Tape, object: Value): ObjectKey | Rejection {
    const { path, key } = this.#options;
    const parts: Value[] = [];
    for (const part of key) {
      const value = readAt(tape, object, part);
      if (value !== MISSING && tape.kind(value) !== NULL) parts.push(value);
      else {
        const found = value === MISSING ? 'missing' : 'null';
        const message = `${part.text} is ${found} in ${path.text}, and extract knows the object by it. Fill it in an earlier step, or remove the object there.`;
        return reject('KEY_MISSING', message, path.text);
      }
    }
    return objectKey(tape, parts);
  }

  /** What `keyJson` says of the key of the object that has become this document. */
  knownBy(tape: Tape, document: Value): string | undefined {
    if (this.#keyMayGo) return undefined;
    const key = this.keyOf(tape, document);
    return 'code' in key ? undefined : keyJson(tape, key);
  }

  /** The id of a document that has been made. */
  idOf(tape: Tape, document: Value): string {
    return textOf(tape, valueAt(tape, findMember(tape, document, ID)));
  }

  /** The document; the object stays as it is. */
  make(tape: Tape, object: Value, key: ObjectKey, context: StepContext): Value | Rejection {
    const own = findMember(tape, object, ID);
    const ownId = own === END ? MISSING : valueAt(tape, own);
    const id = this.#idFor(tape, object, ownId, key, context);
    if (typeof id !== 'number') return id;
    if (this.#dropsId && ownId !== MISSING && !sameValue(tape, ownId, id))
      context.drop(`${this.#options.path.text}/id`);
    const made = tape.is(object, EDITED) ? cloneEdits(tape, object) : editable(tape, object);
    if (own === END) insertMember(tape, made, END, keyEntry(tape, ID), id);
    else if (id !== ownId) replaceMember(tape, made, ID, findMember(tape, made, ID), id);
    return made;
  }

  #idFor(tape: Tape, object: Value, own: Value, key: ObjectKey, context: StepContext): Value | Rejection {
    const { id, path } = this.#options;
    if (id !== undefined) return id.evaluate(tape, { root: object }, context.sha256);
    if (own === MISSING || tape.kind(own) === NULL) return key.text === MISSING ? this.#noText(tape, key) : key.text;
    if (tape.kind(own) === STRING) return own;
    if (tape.kind(own) === NUMBER) return textValue(tape, own);
    const message = `The id in ${path.text} is of type ${kindName(tape, own)}, and only text or a number can be one. Give the step an id of its own.`;
    return reject('ID_INVALID', message, path.text);
  }

  #noText(tape: Tape, { parts }: ObjectKey): Rejection {
    const { key, path } = this.#options;
    const wrong = parts.findIndex((part) => !isScalar(tape, part));
    const message = `${key[wrong]!.text} in ${path.text} is an ${kindName(tape, parts[wrong]!)}, of which no id can be made. Give the step an id of its own.`;
    return reject('ID_INVALID', message, path.text);
  }
}

function textValue(tape: Tape, scalar: Value): Value {
  const start = openText(tape);
  appendScalar(tape, scalar);
  return closeText(tape, start);
}
