/**
 * Which values of a document are records? Those in the arrays that a path leads to, or without a path the elements of
 * the one array, or the values one after the other. Follows the tokens of everything that is around them.
 */
import type { Path } from '../../document/path.ts';
import type { SourceError } from '../source.ts';
import { KeyNames } from './key-names.ts';
import { noSuchElement, noSuchKey, objectInstead, otherKind } from './select-text.ts';

/** An object or array around the records or beside them. */
interface Around {
  readonly isArray: boolean;
  /** How many segments of the path lead here; -1 beside the path. */
  readonly followed: number;
  /** Whether its elements are the records. */
  readonly isChosen: boolean;
  /** Of an object on the path. */
  readonly keys: KeyNames | undefined;
  /** The key whose value comes next, where that matters. */
  key: string | undefined;
  /** Elements that have begun. */
  count: number;
  /** Whether the path goes on from here. */
  leadsOn: boolean;
}

/** What a value is that begins: a record, something around records or beside them, or what should be an array. */
export type Role = 'RECORD' | 'AROUND' | 'WRONG';

export class Selection {
  readonly #source: string;
  readonly #path: Path | undefined;
  readonly #around: Around[] = [];
  /** Whether a value has begun at the top, and whether an array there holds the records. */
  #hasRoot = false;
  #hasArray = false;
  /** Whether there is an answer: an array, something else in its place, or no place for one in an empty array. */
  #hasFound = false;
  /** Why the path led nowhere, at the place up to which it was followed farthest. */
  #reason: { readonly followed: number; readonly error: SourceError } | undefined;

  /** @param path absent: elements of the array that is the file, or else its values */
  constructor(source: string, path: Path | undefined) {
    this.#source = source;
    this.#path = path;
  }

  /** Objects and arrays that are open. */
  get depth(): number {
    return this.#around.length;
  }

  /** Whether there is nothing to follow the path in. */
  get isEmpty(): boolean {
    return this.#path !== undefined && !this.#hasRoot;
  }

  /** Whether the name of the next key matters. */
  get wantsKey(): boolean {
    return this.#around.at(-1)?.keys !== undefined;
  }

  /** Whether everything has come, so that no value may follow. */
  get isComplete(): boolean {
    return this.#around.length === 0 && this.#hasRoot && (this.#path !== undefined || this.#hasArray);
  }

  /** @param name absent where the key is too long to be meant */
  key(name: string | undefined): void {
    const around = this.#around.at(-1)!;
    around.key = name;
    around.keys!.add(name ?? '…');
  }

  /** A value begins, of this kind in words. An object or array that is no record is open until `close`. */
  begin(kind: string): Role {
    const parent = this.#around.at(-1);
    if (parent?.isChosen === true) return 'RECORD';
    const isArray = kind === 'an array';
    if (parent === undefined && this.#path === undefined && (this.#hasRoot || !isArray)) {
      this.#hasRoot = true;
      return 'RECORD';
    }
    this.#hasRoot = true;
    const followed = parent === undefined ? 0 : this.#followedInto(parent);
    const isTarget = followed === (this.#path?.segments.length ?? 0);
    if (isArray && parent?.keys !== undefined) parent.keys.isArray();
    if (isTarget && isArray) {
      this.#hasFound = true;
      this.#hasArray = true;
    } else if (isTarget && this.#path?.many === true) {
      this.#hasFound = true;
      return kind === 'null' ? 'AROUND' : 'WRONG';
    }
    if (isArray || kind === 'an object') this.#open(isArray, followed, isTarget);
    else if (followed >= 0) this.#note(followed, otherKind(this.#source, this.#path!, followed, kind));
    return 'AROUND';
  }

  #open(isArray: boolean, followed: number, isTarget: boolean): void {
    const keys = isArray || followed < 0 ? undefined : new KeyNames();
    const isChosen = isTarget && isArray;
    this.#around.push({ isArray, followed, isChosen, keys, key: undefined, count: 0, leadsOn: isChosen });
  }

  close(): void {
    const { isArray, followed, keys, count, leadsOn } = this.#around.pop()!;
    if (leadsOn || followed < 0) return;
    const at = [this.#source, this.#path!, followed] as const;
    const segment = this.#path!.segments[followed];
    if (segment === undefined) this.#note(followed, objectInstead(this.#source, this.#path!, keys!));
    else if (isArray && segment.each) this.#hasFound = true;
    else if (isArray && segment.index >= 0) this.#note(followed, noSuchElement(...at, count));
    else if (isArray || segment.each) this.#note(followed, otherKind(...at, isArray ? 'an array' : 'an object'));
    else this.#note(followed, noSuchKey(...at, keys!));
  }

  /** Everything has come. @throws SourceError where the path led to no array */
  end(): void {
    if (!this.#hasFound && this.#reason !== undefined) throw this.#reason.error;
  }

  /** How many segments lead to the value that begins now in `parent`. */
  #followedInto(parent: Around): number {
    const index = parent.count++;
    const segment = parent.followed < 0 ? undefined : this.#path?.segments[parent.followed];
    if (segment === undefined) return -1;
    const isMeant = parent.isArray
      ? segment.each || segment.index === index
      : !segment.each && segment.key.name === parent.key;
    if (!isMeant) return -1;
    parent.leadsOn = true;
    return parent.followed + 1;
  }

  #note(followed: number, error: SourceError): void {
    if (this.#reason === undefined || this.#reason.followed < followed) this.#reason = { followed, error };
  }
}
