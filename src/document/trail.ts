/**
 * Where does an entry of the tape stand? Follows the entries of one unedited value in the order of the text and knows
 * the path of each, so that a document of many or deep places is looked through in a time that grows with its size.
 */
import { textOf } from './decode.ts';
import { childPath } from './path.ts';
import { OBJECT, type Tape, type Value } from './tape.ts';

/** Below so many levels a path ends with `/…`: a container takes no more than 128, and paths are kept for the report. */
const LEVELS_SHOWN = 130;

interface Level {
  readonly container: Value;
  readonly path: string;
  /** The member (its key) or element that was come to last. */
  at: Value;
}

export class Trail {
  readonly #tape: Tape;
  /** The containers around the entry that was asked for last, outermost first. */
  readonly #open: Level[];

  /** @param way the path that leads to the value. */
  constructor(tape: Tape, value: Value, way: string) {
    this.#tape = tape;
    this.#open = [{ container: value, path: way, at: value + 1 }];
  }

  /** The path of an entry; it may not stand before the one that was asked for last. `*` stands for elements. */
  pathTo(entry: Value): string {
    const { words } = this.#tape;
    const open = this.#open;
    while (open.length > 1 && entry >= words[open.at(-1)!.container * 4 + 2]!) open.pop();
    for (;;) {
      const level = open.at(-1)!;
      if (level.container === entry) return level.path === '' ? '/' : level.path;
      const isObject = this.#tape.kind(level.container) === OBJECT;
      let value = isObject ? level.at + 1 : level.at;
      while (entry >= words[value * 4 + 2]!) {
        level.at = words[value * 4 + 2]!;
        value = isObject ? level.at + 1 : level.at;
      }
      open.push({ container: value, path: this.#below(level, isObject), at: value + 1 });
    }
  }

  #below({ path, at }: Level, isObject: boolean): string {
    if (this.#open.length > LEVELS_SHOWN) return path;
    if (this.#open.length === LEVELS_SHOWN) return `${path}/…`;
    return isObject ? childPath(path, textOf(this.#tape, at)) : `${path}/*`;
  }
}
