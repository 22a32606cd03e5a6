/**
 * Which place in a document is meant? A path starts with `/` as in Cosmos DB's own policies: `/a/b`, `/items/*` or
 * `/items/[]` (each element), `/images/0/url` (one element; in an object a key), `'/"a/b"/c'` (a quoted key), `/` (the
 * document).
 */
import { type Key, keyOf } from './key.ts';

export interface Segment {
  /** The property that is meant in an object. */
  readonly key: Key;
  /** The element that is meant in an array, or -1. */
  readonly index: number;
  /** `*`: each element of an array. */
  readonly each: boolean;
}

export interface Path {
  /** The path as people write it. */
  readonly text: string;
  readonly segments: readonly Segment[];
  /** Whether it holds a `*`, so that it can mean many places. */
  readonly many: boolean;
}

export class PathError extends Error {}

/** @throws PathError saying what is wrong with the text. */
export function parsePath(text: string): Path {
  if (!text.startsWith('/')) throw new PathError(`a path starts with "/", found ${JSON.stringify(text)}`);
  const segments: Segment[] = [];
  let at = 1;
  while (at < text.length || (at > 1 && text[at - 1] === '/')) {
    if (text[at] === '"') {
      const end = closingQuote(text, at);
      const quoted = text.slice(at, end + 1);
      const name = unquoted(quoted, text);
      segments.push({ key: keyOf(name), index: -1, each: false });
      at = end + 1;
      if (at < text.length && text[at] !== '/')
        throw new PathError(`behind ${quoted} a "/" or the end was expected in ${JSON.stringify(text)}`);
    } else {
      const slash = text.indexOf('/', at);
      const name = text.slice(at, slash < 0 ? text.length : slash);
      if (name === '')
        throw new PathError(
          `${JSON.stringify(text)} has an empty segment; write "" in quotes if a property of that name is meant`,
        );
      segments.push(
        name === '*' || name === '[]'
          ? EACH
          : { key: keyOf(name), index: /^(0|[1-9]\d{0,8})$/.test(name) ? Number(name) : -1, each: false },
      );
      at += name.length;
    }
    if (at >= text.length) break;
    at++;
  }
  return { text, segments, many: segments.some((segment) => segment.each) };
}

/** The path of a property, its name quoted where a path needs that. */
export function childPath(parent: string, name: string): string {
  const plain = /^[^/"*{}\s][^/"{}]*$/.test(name) && name !== '*' && name !== '[]' && !/^\d+$/.test(name);
  return `${parent === '/' ? '' : parent}/${plain ? name : JSON.stringify(name)}`;
}

/** The path of a property of the document, given by its bare name. */
export function propertyPath(name: string): Path {
  return { text: childPath('/', name), segments: [{ key: keyOf(name), index: -1, each: false }], many: false };
}

/** The path of a property beside what a path means: `/a/comments` and `recent` give `/a/recent`. */
export function besidePath({ segments, many }: Path, name: string): Path {
  return { text: name, segments: [...segments.slice(0, -1), { key: keyOf(name), index: -1, each: false }], many };
}

/** The text of the path that leads to what holds the last segment; `/` for the document. */
export function parentText(path: Path): string {
  let text = '/';
  for (const { each, index, key } of path.segments.slice(0, -1)) {
    if (each || index >= 0) text = `${text === '/' ? '' : text}/${key.name}`;
    else text = childPath(text, key.name);
  }
  return text;
}

/** The last key that a path names, which is what a property made from it is called; `''` for `/`. */
export function lastName(path: Path): string {
  return path.segments.findLast((segment) => !segment.each)?.key.name ?? '';
}

const EACH: Segment = { key: keyOf('*'), index: -1, each: true };

function closingQuote(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  throw new PathError(`the quote at position ${open + 1} of ${JSON.stringify(text)} is never closed`);
}

function unquoted(quoted: string, text: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw new PathError(`${quoted} in ${JSON.stringify(text)} is no JSON string`);
  }
}
