/**
 * From where to where does a value move when both paths cross arrays? Element by element: both paths name the same
 * elements up to their last star, and the rest of each path stands within one of them.
 */
import { Document } from './document.ts';
import { replaceAt } from './edit.ts';
import { elementAt, firstElement, nextElement } from './members.ts';
import type { Path, Segment } from './path.ts';
import type { Rejection } from './rejection.ts';
import { END } from './tape.ts';
import { writeEach } from './write.ts';

export interface Aligned {
  /** The elements that both paths name; `undefined` when they cross no array. */
  readonly elements: Path | undefined;
  /** Within an element. */
  readonly from: Path;
  readonly to: Path;
}

/** `undefined` when the paths do not name the same elements. */
export function align(from: Path, to: Path): Aligned | undefined {
  const count = afterLastEach(from);
  if (count !== afterLastEach(to) || count === from.segments.length || count === to.segments.length) return undefined;
  for (let i = 0; i < count; i++) if (!isSame(from.segments[i]!, to.segments[i]!)) return undefined;
  if (count === 0) return { elements: undefined, from, to };
  return {
    elements: { ...from, segments: from.segments.slice(0, count) },
    from: { text: from.text, segments: from.segments.slice(count), many: false },
    to: { text: to.text, segments: to.segments.slice(count), many: false },
  };
}

/** Whether the paths mean the same place. */
export function isSamePath(one: Path, other: Path): boolean {
  return (
    one.segments.length === other.segments.length &&
    one.segments.every((segment, i) => isSame(segment, other.segments[i]!))
  );
}

/** Calls `apply` with each element as a document of its own, or with the document where there are no elements. */
export function withinElements(
  document: Document,
  elements: Path | undefined,
  apply: (within: Document) => Rejection | undefined,
): Rejection | undefined {
  if (elements === undefined) return apply(document);
  const { tape, entity } = document;
  const written = writeEach(tape, document.root, elements, false, (array) => {
    for (let cursor = firstElement(tape, array); cursor !== END; cursor = nextElement(tape, array, cursor)) {
      const within = new Document(tape, entity, elementAt(tape, cursor));
      const rejection = apply(within);
      if (rejection !== undefined) return rejection;
      replaceAt(tape, cursor, within.root);
    }
    return undefined;
  });
  document.root = written.root;
  return written.rejection;
}

function afterLastEach(path: Path): number {
  return path.segments.findLastIndex((segment) => segment.each) + 1;
}

function isSame(one: Segment, other: Segment): boolean {
  return one.each === other.each && one.index === other.index && one.key.name === other.key.name;
}
