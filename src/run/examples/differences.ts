/** In what do documents differ from those that an example expects? Place by place, with the digits as they are written. */
import { compare } from '../../document/compare.ts';
import { sourceOf } from '../../document/decode.ts';
import { parsedJson, type ParsedJson } from '../../document/parsed-json.ts';
import { parsePath } from '../../document/path.ts';
import { readAt } from '../../document/read.ts';
import { shownId } from '../../document/shown-id.ts';
import type { ExampleDifference } from '../../report/example-result.ts';
import type { Texts } from './example.ts';
import { pairDocuments } from './pair-documents.ts';

/** @param how `exact`: all of the documents; `contains`: at least these, with at least these properties */
export function differences(expected: Texts, found: Texts, how: 'exact' | 'contains'): ExampleDifference[] {
  const entities = how === 'exact' ? new Set([...expected.keys(), ...found.keys()]) : expected.keys();
  return [...entities].flatMap((entity) => {
    const [left, right] = [expected.get(entity) ?? [], found.get(entity) ?? []];
    return ofEntity(entity, left.map(parsedJson), right.map(parsedJson), how);
  });
}

/** So many places of one document are told. */
const MOST = 100;

function ofEntity(
  entity: string,
  expected: readonly ParsedJson[],
  found: readonly ParsedJson[],
  how: 'exact' | 'contains',
): ExampleDifference[] {
  const pairs = pairDocuments({
    expected: expected.length,
    found: found.length,
    fits: (one, other) => placesOf(expected[one]!, found[other]!, how, 1).length === 0,
    haveSameId: (one, other) => idOf(expected[one]!) !== undefined && idOf(expected[one]!) === idOf(found[other]!),
    pairsRest: how === 'exact' || expected.length === found.length,
  });
  const told = pairs.found.flatMap((other, one): ExampleDifference[] => {
    const left = expected[one]!;
    if (other === -1) return [{ entity, ...named(left), kind: 'missing', path: '/', expected: textAt(left, '/')! }];
    return placesOf(left, found[other]!, how, MOST).map((place) => ({
      entity,
      ...named(left, found[other]),
      ...place,
    }));
  });
  if (how === 'contains') return told;
  const extra = pairs.extra.map((place): ExampleDifference => {
    const right = found[place]!;
    return { entity, ...named(right), kind: 'extra', path: '/', found: textAt(right, '/')! };
  });
  return [...told, ...extra];
}

function placesOf(
  expected: ParsedJson,
  found: ParsedJson,
  how: 'exact' | 'contains',
  limit: number,
): Omit<ExampleDifference, 'entity' | 'id'>[] {
  // Properties beyond those that have to be contained are not looked for, but count among the first.
  const most = how === 'exact' ? limit : Infinity;
  return compare(expected.tape, expected.root, found.tape, found.root, 'exact', most)
    .filter(({ path, kind }) => how === 'exact' || kind !== 'extra' || isElement(path))
    .slice(0, limit)
    .map(({ path, kind }) => {
      const [left, right] = [textAt(expected, path), textAt(found, path)];
      return {
        kind,
        path,
        ...(left === undefined ? {} : { expected: left }),
        ...(right === undefined ? {} : { found: right }),
      };
    });
}

/** An array has to be as long as the one that is expected. */
function isElement(path: string): boolean {
  return (parsePath(path).segments.at(-1)?.index ?? -1) >= 0;
}

function textAt({ tape, root }: ParsedJson, path: string): string | undefined {
  const value = readAt(tape, root, parsePath(path));
  return value < 0 ? undefined : sourceOf(tape, value);
}

function named(...documents: (ParsedJson | undefined)[]): { readonly id?: string } {
  const id = documents.map((one) => one && idOf(one)).find((one) => one !== undefined);
  return id === undefined ? {} : { id };
}

function idOf({ tape, root }: ParsedJson): string | undefined {
  return shownId(tape, root);
}
