/** What is said where `select` leads to no array? How far the path was followed, what is there, and what was probably meant. */
import { childPath, type Path } from '../../document/path.ts';
import { SourceError } from '../source.ts';
import type { KeyNames } from './key-names.ts';
import { named } from './unexpected.ts';

const ADVICE = 'Correct `select` in the source: it is the path of one array in the file, such as /Families.';

/** The path up to its segment number `depth`. */
function pathUpTo({ segments }: Path, depth: number): string {
  return segments.slice(0, depth).reduce((parent, { each, index, key }) => {
    if (each || index >= 0) return `${parent === '/' ? '' : parent}/${key.name}`;
    return childPath(parent, key.name);
  }, '/');
}

/** The object at `depth` has no such key. */
export function noSuchKey(source: string, path: Path, depth: number, keys: KeyNames): SourceError {
  const name = path.segments[depth]!.key.name;
  const meant = keys.meantBy(name);
  const has = keys.isEmpty ? ' It is empty.' : ` Its keys: ${keys.text}.`;
  return refused(
    source,
    path,
    `the object at ${pathUpTo(path, depth)} has no key ${JSON.stringify(name)}${meant || '.'}${has}`,
  );
}

/** The array at `depth` has fewer elements. */
export function noSuchElement(source: string, path: Path, depth: number, count: number): SourceError {
  const { index } = path.segments[depth]!;
  return refused(
    source,
    path,
    `the array at ${pathUpTo(path, depth)} has ${count === 1 ? '1 element' : `${count} elements`}, counted from 0, and no element ${index}.`,
  );
}

/** What is at `depth` is neither the array nor leads to it. */
export function otherKind(source: string, path: Path, depth: number, kind: string): SourceError {
  const place = pathUpTo(path, depth);
  if (depth === path.segments.length) return refused(source, path, `at ${place} is ${kind}, and an array is needed.`);
  const name = JSON.stringify(path.segments[depth]!.key.name);
  if (path.segments[depth]!.each)
    return refused(source, path, `at ${place} is ${kind}, and * means the elements of an array.`);
  if (kind !== 'an array') return refused(source, path, `at ${place} is ${kind}, which has no ${name}.`);
  const inside = place === '/' ? '' : place;
  return refused(
    source,
    path,
    `at ${place} is an array, which has no key ${name}; write ${inside}/0/… for one of its elements, ${inside}/*/… for all of them, or ${place} for the array itself.`,
  );
}

/** An object stands where the array should. */
export function objectInstead(source: string, path: Path, keys: KeyNames): SourceError {
  const place = path.text;
  const arrays = keys.arrays.map((name) => childPath(place, name));
  const meant = arrays.length === 0 ? '' : ` Arrays in it: ${arrays.slice(0, 5).join(', ')}.`;
  const has = keys.isEmpty ? ' It is empty.' : ` Its keys: ${keys.text}.`;
  return refused(source, path, `at ${place} is an object, and an array is needed.${has}${meant}`);
}

/** Something else stands in the place of one of the arrays that a path with a star means. */
export function wrongElement(path: Path, kind: string): string {
  return `\`select\` takes the elements of arrays at ${path.text}, and here is ${kind}; it was left out.`;
}

/** A value stands behind the one that is the file. */
export function secondValue(path: Path | undefined): string {
  const what =
    path === undefined
      ? 'the array is the whole file'
      : '`select` takes arrays out of one JSON value; for an array in each of many, use the step `split`';
  return `another value begins here, and ${what}. The rest of the file was not read.`;
}

export function selectedTwice(path: Path): string {
  return `the key of ${path.text} stands here once more; the array behind the first one was read, this one and the rest of the file were not.`;
}

/** The file ends before the array, or behind it. */
export function cutOff(path: Path, isDone: boolean): string {
  const where = isDone ? `behind the array at ${path.text}` : `before the array at ${path.text} was found`;
  return `the file ends ${where}: a bracket or a quote is missing, or the file was cut off.`;
}

/** @param expected by the state of the cutter; @param found the bytes there */
export function brokenAround(expected: keyof typeof EXPECTED, found: string): string {
  const several = expected === 'AFTER' && /^[[{]/.test(found);
  const what = several
    ? '`select` takes an array out of one JSON value, and here a second one begins; for an array in each of many, use the step `split`'
    : `expected ${EXPECTED[expected]}`;
  return `unexpected ${named(found)} on the way to the selected array or behind it: ${what}. The rest of the file was not read.`;
}

const EXPECTED = {
  FIRST: 'a key, an element or the end of what holds them',
  NEXT: 'another key or element',
  COLON: '":"',
  MEMBER: 'a value',
  BEHIND: '"," or the closing bracket',
  AFTER: 'the end of the file',
} as const;

function refused(source: string, path: Path, problem: string): SourceError {
  return new SourceError(`${source}: select: ${path.text}: ${problem}`, { advice: ADVICE });
}
