/**
 * Does something beside an array hold the ids of its elements? A split gives them new ids (`post:comment`), and what
 * refers to the old ones (`commentIds`, `lastCommentId`) then refers to nothing.
 */
import { textOf } from '../../document/decode.ts';
import { keyOf } from '../../document/key.ts';
import {
  elementAt,
  findMember,
  firstElement,
  firstMember,
  keyAt,
  nextElement,
  nextMember,
  valueAt,
} from '../../document/members.ts';
import { childPath, parentText, parsePath, type Path } from '../../document/path.ts';
import type { Document } from '../../document/document.ts';
import { type Place, placeText } from '../../document/position.ts';
import { readEach } from '../../document/read.ts';
import { scalarText } from '../../document/scalar-text.ts';
import { ARRAY, END, NUMBER, OBJECT, STRING, type Tape, type Value } from '../../document/tape.ts';
import type { Template } from '../../document/template.ts';
import type { Problems } from '../../plan/problem.ts';
import type { ReadStep } from '../../plan/steps.ts';
import { PathWatch } from './path-watch.ts';
import { figure } from './seen-kinds.ts';

/** Longer arrays are looked at no further. */
const MOST_ELEMENTS = 1000;
const MOST_NAMES = 100;
const ID = keyOf('id');

interface Sibling {
  /** Documents in which it holds nothing but ids of elements. */
  fitting: number;
  other: number;
  readonly first: string;
  /** Whether the document still has it when it goes into its container. */
  readonly atEnd: PathWatch;
}

export class SiblingIds {
  readonly #path: Path;
  readonly #parents: readonly string[];
  readonly #into: string;
  readonly #siblings = new Map<string, Sibling>();

  private constructor(path: Path, parents: readonly string[], into: string) {
    this.#path = path;
    this.#parents = parents;
    this.#into = into;
  }

  /** Only for a split that gives its children other ids than their own. */
  static of({ definition, options, plan }: ReadStep): SiblingIds | undefined {
    if (definition.name !== 'split') return undefined;
    const { path, into, id } = options as unknown as { path: Path; into: string; id?: Template };
    return id?.text === '{/id}' ? undefined : new SiblingIds(path, plan.for, into);
  }

  see(tape: Tape, root: Value, place: Place): void {
    const segments = this.#path.segments.slice(0, -1);
    const key = this.#path.segments.at(-1)!.key;
    readEach(tape, root, { text: '', segments, many: true }, (holder) => {
      if (tape.kind(holder) !== OBJECT) return;
      const array = findMember(tape, holder, key);
      if (array === END || tape.kind(valueAt(tape, array)) !== ARRAY) return;
      const ids = idsOf(tape, valueAt(tape, array));
      if (ids.size > 0) this.#compare(tape, holder, ids, place);
    });
  }

  /** Sees a document as it goes into its container. */
  seeAtEnd({ tape, root, entity }: Document, place: Place): void {
    if (!this.#parents.includes(entity)) return;
    for (const { atEnd } of this.#siblings.values()) atEnd.see(tape, root, place);
  }

  report(offset: number, problems: Problems): void {
    for (const { fitting, other, first, atEnd } of this.#siblings.values()) {
      if (fitting === 0 || other > fitting / 10 || atEnd.having === 0) continue;
      const documents = fitting === 1 ? '1 document' : `${figure(fitting)} documents`;
      const message = `split gives the elements of ${this.#path.text} new ids as documents of ${this.#into}, and ${atEnd.path.text} beside them holds the old ones (in ${documents}, first ${first}). Remove it, let keep: { ids: true } write the new ones, or keep the old ones by id: "{/id}".`;
      problems.warning(offset, 'ids-beside', message);
    }
  }

  #compare(tape: Tape, holder: Value, ids: ReadonlySet<string>, place: Place): void {
    for (let cursor = firstMember(tape, holder); cursor !== END; cursor = nextMember(tape, holder, cursor)) {
      const value = valueAt(tape, cursor);
      const name = textOf(tape, keyAt(tape, cursor));
      const held = heldBy(tape, value, name);
      if (held === undefined) continue;
      const isFitting = held.every((one) => ids.has(one));
      let sibling = this.#siblings.get(name);
      if (sibling === undefined) {
        if (this.#siblings.size >= MOST_NAMES) continue;
        const atEnd = new PathWatch(parsePath(childPath(parentText(this.#path), name)));
        sibling = { fitting: 0, other: 0, first: placeText(place), atEnd };
        this.#siblings.set(name, sibling);
      }
      if (isFitting) sibling.fitting++;
      else sibling.other++;
    }
  }
}

function idsOf(tape: Tape, array: Value): Set<string> {
  const ids = new Set<string>();
  for (let cursor = firstElement(tape, array); cursor !== END; cursor = nextElement(tape, array, cursor)) {
    if (ids.size >= MOST_ELEMENTS) break;
    const element = elementAt(tape, cursor);
    if (tape.kind(element) !== OBJECT) continue;
    const id = findMember(tape, element, ID);
    const text = id === END ? undefined : nameOf(tape, valueAt(tape, id));
    if (text !== undefined) ids.add(text);
  }
  return ids;
}

/** What may be ids: the texts and numbers of an array, or one under a name that says so. */
function heldBy(tape: Tape, value: Value, name: string): string[] | undefined {
  if (tape.kind(value) !== ARRAY) {
    if (!/.id$/i.test(name)) return undefined;
    const text = nameOf(tape, value);
    return text === undefined ? undefined : [text];
  }
  const held: string[] = [];
  for (let cursor = firstElement(tape, value); cursor !== END; cursor = nextElement(tape, value, cursor)) {
    const text = nameOf(tape, elementAt(tape, cursor));
    if (text === undefined || held.length >= MOST_ELEMENTS) return undefined;
    held.push(text);
  }
  return held.length === 0 ? undefined : held;
}

function nameOf(tape: Tape, value: Value): string | undefined {
  const kind = tape.kind(value);
  return kind === STRING || kind === NUMBER ? scalarText(tape, value) : undefined;
}
