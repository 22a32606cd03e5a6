/**
 * What becomes of the objects with one key, where the last one wins, or all are laid over each other? Keys that only print
 * as one text come here together: objects whose ids tell them apart stay documents of their own, which then stand side by
 * side where one of them does.
 */
import type { Document } from '../../src/document/document.ts';
import type { OutputBuffer } from '../../src/document/output-buffer.ts';
import type { Judge } from '../../src/transform/contest.ts';
import { isSameKey } from './object-key.ts';
import type { ObjectMaker } from './object-maker.ts';
import { LastObject, MergedObject, type Standing } from './standing.ts';
import { writeWinners } from './winners.ts';

export class ObjectJudge implements Judge {
  readonly #objects: ObjectMaker;
  readonly #merges: boolean;
  /** Nearly always one. */
  #standing: Standing[] = [];
  #count = 0;

  constructor(objects: ObjectMaker, merges: boolean) {
    this.#objects = objects;
    this.#merges = merges;
  }

  take({ tape, root }: Document): void {
    const key = this.#objects.knownBy(tape, root);
    let standing = this.#standing.find(({ keys }) => keys.some((other) => isSameKey(key, other)));
    if (standing === undefined) {
      const id = this.#standing.length === 0 ? undefined : this.#objects.idOf(tape, root);
      standing = this.#standing.find((other) => other.id === id);
      if (standing === undefined) {
        standing = this.#merges ? new MergedObject(this.#count) : new LastObject();
        this.#standing.push(standing);
      }
      standing.keys.push(key);
    }
    standing.take(tape, root, this.#count++);
  }

  finish(output: OutputBuffer): number {
    const standing = this.#merges ? this.#standing : withoutOvertaken(this.#standing);
    writeWinners(output, standing);
    const place = standing[this.#merges ? 0 : standing.length - 1]!.place;
    this.#clear();
    return place;
  }

  #clear(): void {
    this.#standing = [];
    this.#count = 0;
  }
}

/** The later ones last. Where two have come to have one id, the later one stands for both. */
function withoutOvertaken(all: readonly Standing[]): readonly Standing[] {
  if (all.length === 1) return all;
  const found = new Map<string, Standing>();
  for (const standing of all.toSorted((a, b) => a.place - b.place)) {
    const overtaken = found.get(standing.id);
    if (overtaken !== undefined) standing.keys.push(...overtaken.keys);
    found.delete(standing.id);
    found.set(standing.id, standing);
  }
  return [...found.values()];
}
