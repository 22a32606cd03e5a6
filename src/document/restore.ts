/**
 * How does a plain value become a document again? What is unchanged at its place keeps its bytes, digits and escapes
 * included; so does an object or array around an unsafe number that has only been moved. The rest is written as
 * `JSON.stringify` would, but that nothing is left out or made up: what is no JSON is told with its path.
 *
 * The value is walked once, beside the one that it was made of, and text is written from the first difference on: an
 * object around it then begins with the bytes of its members so far.
 */
import { addJson } from './literal.ts';
import { foundIn } from './not-json.ts';
import { OutputBuffer } from './output-buffer.ts';
import { childPath } from './path.ts';
import { CYCLE_FROM, type Level, levelOf } from './restore-level.ts';
import { sameScalar } from './same-scalar.ts';
import { ARRAY, MISSING, OBJECT, type Tape, type Value } from './tape.ts';
import { writeText } from './wire-text.ts';

/** What in a value is no JSON, such as `a function`. */
export interface NotJson {
  readonly path: string;
  readonly found: string;
}

/** What the objects and arrays were made of whose bytes matter even if they have been moved, see `plainOf`. */
export type Origins = ReadonlyMap<object, Value>;

/** Puts an object on the tape. @param original what it was made of; answered itself when nothing has changed */
export function restore(tape: Tape, original: Value, value: object, origins: Origins): Value | NotJson {
  return new Restoring(tape, origins).run(original, value);
}

/** Text on its way to the tape; one is enough, as one value is restored at a time. */
const output = new OutputBuffer();

class Restoring {
  readonly #tape: Tape;
  readonly #origins: Origins;
  readonly #levels: Level[] = [];
  /** The objects around the current place, where it is so deep that one may hold itself. */
  #around: Set<object> | undefined;
  #unchanged: Value = MISSING;

  constructor(tape: Tape, origins: Origins) {
    this.#tape = tape;
    this.#origins = origins;
  }

  run(original: Value, value: object): Value | NotJson {
    const levels = this.#levels;
    output.length = 0;
    let found = this.#open(value, original);
    while (found === undefined && levels.length > 0) found = this.#step(levels.at(-1)!);
    if (found !== undefined) return { path: this.#path(), found };
    if (this.#unchanged !== MISSING) return this.#unchanged;
    return addJson(this.#tape, output.bytes.subarray(0, output.length));
  }

  /** Goes on with the next member or element of the innermost level; answers what is no JSON. */
  #step(level: Level): string | undefined {
    if (!level.next()) {
      this.#close(level);
      return undefined;
    }
    const { value } = level;
    if (typeof value === 'object' && value !== null) return this.#open(value, level.old);
    if (level.old !== MISSING && sameScalar(this.#tape, level.old, value)) {
      this.#keep(level, level.old);
      return undefined;
    }
    const text = jsonOf(value);
    if (text === undefined) return foundIn(value);
    this.#write(level);
    output.text(text);
    level.count++;
    return undefined;
  }

  /** Begins with an object or array that may have been made of `old`. */
  #open(value: object, old: Value): string | undefined {
    const isArray = Array.isArray(value);
    const isPlain = isArray || isPlainObject(value);
    if (!isPlain || Object.getOwnPropertySymbols(value).length > 0) return foundIn(value);
    if (this.#levels.length >= CYCLE_FROM && this.#isAround(value)) return 'an object that holds itself';
    const from = this.#origins.get(value) ?? old;
    const fits = from !== MISSING && this.#tape.kind(from) === (isArray ? ARRAY : OBJECT);
    this.#levels.push(levelOf(this.#tape, value, fits ? from : MISSING));
    return undefined;
  }

  #isAround(value: object): boolean {
    this.#around ??= new Set(this.#levels.map(({ holder }) => holder));
    const isThere = this.#around.has(value);
    this.#around.add(value);
    return isThere;
  }

  #close(level: Level): void {
    const isUnchanged = level.isUnchanged;
    if (!isUnchanged) {
      this.#writeAll(this.#levels.length - 1);
      output.byte(level.isArray ? 93 : 125);
    }
    this.#levels.pop();
    this.#around?.delete(level.holder);
    const outer = this.#levels.at(-1);
    if (isUnchanged && outer !== undefined) this.#keep(outer, level.original);
    else if (isUnchanged) this.#unchanged = level.original;
    else if (outer !== undefined) outer.count++;
  }

  /** What the level stands on is this value of the tape. */
  #keep(level: Level, kept: Value): void {
    if (!level.isWritten && level.isInOrder && kept === level.old) {
      level.count++;
      return;
    }
    this.#write(level);
    if (kept === level.old && level.writeRepeats(output)) return;
    writeText(this.#tape, kept, output);
    level.count++;
  }

  /** Has everything written up to what the level, the innermost one, stands on. */
  #write(level: Level): void {
    this.#writeAll(this.#levels.length - 1);
    level.writeName(output);
  }

  #writeAll(last: number): void {
    const levels = this.#levels;
    let from = last;
    while (from >= 0 && !levels[from]!.isWritten) from--;
    for (let i = from + 1; i <= last; i++) {
      if (i > 0) levels[i - 1]!.writeName(output);
      levels[i]!.begin(output);
    }
  }

  #path(): string {
    let path = '/';
    for (const level of this.#levels) {
      if (level.at < 0) break;
      path = level.isArray ? `${path === '/' ? '' : path}/${level.name}` : childPath(path, level.name);
    }
    return path;
  }
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // Also that of another realm.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function jsonOf(value: unknown): string | undefined {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return typeof value === 'bigint' || typeof value === 'boolean' || value === null ? String(value) : undefined;
}
