/**
 * Do the documents have what a path means? Follows the path in each of them and keeps where the way ends: at a name
 * that is not there, or at a value that is no array although its elements are meant.
 */
import { kindName, textOf } from '../../document/decode.ts';
import {
  elementAt,
  findElement,
  findMember,
  firstElement,
  firstMember,
  keyAt,
  nextElement,
  nextMember,
  valueAt,
} from '../../document/members.ts';
import { childPath, type Path, type Segment } from '../../document/path.ts';
import { type Place, placeText } from '../../document/position.ts';
import { ARRAY, END, OBJECT, type Tape, type Value } from '../../document/tape.ts';
import { meantName } from './near-names.ts';
import { figure, SeenKinds } from './seen-kinds.ts';

/** More names than this are not kept of what stands beside a missing one. */
const MOST_NAMES = 300;

export class PathWatch {
  readonly path: Path;
  documents = 0;
  /** Documents that have a value there. */
  having = 0;
  readonly kinds: SeenKinds = new SeenKinds();
  /** The first document without a value. */
  firstWithout: Place | undefined;
  /** How far the longest way led. */
  #reached = -1;
  /** Names beside the one that was missing there. */
  readonly #beside = new Set<string>();
  /** What stood in the place of an array, and where first. */
  #noArray: { readonly at: string; readonly kind: string; readonly first: string; count: number } | undefined;
  /** An array on the way whose elements the path does not name. */
  #arrayAt: number | undefined;
  #found = 0;
  #place!: Place;

  constructor(path: Path) {
    this.path = path;
  }

  /** Whether the document has a value there. */
  see(tape: Tape, root: Value, place: Place): boolean {
    this.documents++;
    this.#found = 0;
    this.#place = place;
    this.#follow(tape, root, 0);
    if (this.#found > 0) {
      this.having++;
      return true;
    }
    this.firstWithout ??= { ...place };
    return false;
  }

  /** Why nothing was found in any document, as a sentence; `undefined` where something was. */
  get nowhere(): { readonly isNoArray: boolean; readonly text: string } | undefined {
    if (this.having > 0 || this.documents === 0) return undefined;
    const noArray = this.#noArray;
    if (noArray !== undefined) {
      const { at, kind, first, count } = noArray;
      const text = `${at} never is an array in the sample: found ${article(kind)} ${kind} (${figure(count)}, first ${first}).`;
      return { isNoArray: true, text };
    }
    // Arrays that are all empty say nothing of their elements.
    if (this.#reached < 0) return undefined;
    const who = this.documents === 1 ? 'the one document' : `none of ${figure(this.documents)} documents`;
    const has = this.documents === 1 ? 'does not have' : 'has';
    return { isNoArray: false, text: `${who} ${has} ${this.path.text}${this.#meant() || '.'}` };
  }

  #meant(): string {
    const { segments } = this.path;
    const at = this.#arrayAt;
    if (at !== undefined && at >= this.#reached) {
      const each = `${textOfSegments(segments.slice(0, at))}/*${textOfSegments(segments.slice(at))}`;
      return `; ${textOfSegments(segments.slice(0, at))} is an array: did you mean "${each}"?`;
    }
    const missing = segments[this.#reached]!;
    return meantName(missing.key.name, this.#beside, (name) => {
      const before = textOfSegments(segments.slice(0, this.#reached));
      return `${childPath(before === '' ? '/' : before, name)}${textOfSegments(segments.slice(this.#reached + 1))}`;
    });
  }

  #follow(tape: Tape, value: Value, from: number): void {
    const { segments } = this.path;
    let at = value;
    for (let i = from; i < segments.length; i++) {
      const segment = segments[i]!;
      const kind = tape.kind(at);
      if (segment.each) {
        if (kind !== ARRAY) {
          this.#sawNoArray(kindName(tape, at), i);
          return;
        }
        for (let cursor = firstElement(tape, at); cursor !== END; cursor = nextElement(tape, at, cursor))
          this.#follow(tape, elementAt(tape, cursor), i + 1);
        return;
      }
      if (kind === ARRAY && segment.index < 0) this.#arrayAt = i;
      const cursor =
        kind === OBJECT
          ? findMember(tape, at, segment.key)
          : kind === ARRAY && segment.index >= 0
            ? findElement(tape, at, segment.index)
            : END;
      if (cursor === END) {
        this.#miss(tape, at, i);
        return;
      }
      at = kind === OBJECT ? valueAt(tape, cursor) : elementAt(tape, cursor);
    }
    this.#found++;
    this.kinds.add(tape.kind(at), this.#place);
  }

  #sawNoArray(kind: string, segment: number): void {
    // What is missing on purpose is null.
    if (kind === 'null') return;
    const at = textOfSegments(this.path.segments.slice(0, segment)) || '/';
    this.#noArray ??= { at, kind, first: placeText(this.#place), count: 0 };
    this.#noArray.count++;
  }

  /** Keeps the names beside the missing one, as long as no document has the path. */
  #miss(tape: Tape, level: Value, segment: number): void {
    if (this.having > 0 || segment < this.#reached) return;
    if (segment > this.#reached) this.#beside.clear();
    this.#reached = segment;
    if (tape.kind(level) !== OBJECT) return;
    for (let cursor = firstMember(tape, level); cursor !== END; cursor = nextMember(tape, level, cursor)) {
      if (this.#beside.size >= MOST_NAMES) return;
      this.#beside.add(textOf(tape, keyAt(tape, cursor)));
    }
  }
}

/** `''` for the document itself. */
export function textOfSegments(segments: readonly Segment[]): string {
  let text = '';
  for (const { each, index, key } of segments) {
    if (each || index >= 0) text += `/${key.name}`;
    else text = childPath(text === '' ? '/' : text, key.name);
  }
  return text;
}

export function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? 'an' : 'a';
}
