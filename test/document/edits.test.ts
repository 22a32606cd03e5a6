import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceOf } from '../../src/document/decode.ts';
import type { Document } from '../../src/document/document.ts';
import { cloneEdits, editable, insertMember, renameAt } from '../../src/document/edit.ts';
import { keyEntry, keyOf } from '../../src/document/key.ts';
import { addBoolean, addInteger, addJson, addNull, addText } from '../../src/document/literal.ts';
import { findMember } from '../../src/document/members.ts';
import { type Path, parsePath } from '../../src/document/path.ts';
import { MISSING, NUMBER, Tape, type Value } from '../../src/document/tape.ts';
import { holds } from '../property.ts';
import {
  anyObject,
  anyTree,
  cloned,
  memberOf,
  NAMES,
  type ObjectTree,
  print,
  printSpaced,
  scalar,
  type Tree,
} from './json-tree.ts';
import { parsed, textOfDocument, textOfValue } from './parsed.ts';
import { EACH, pathText, quotedNumber, readAll, remove, replace, type Step, write } from './tree-edits.ts';

const tape = new Tape();

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 2, arbitrary: fc.nat(2) },
  { weight: 2, arbitrary: fc.constant<Step>(EACH) },
);
const way = fc.array(step, { minLength: 1, maxLength: 4 });
const singleWay = fc.array(
  step.filter((one) => one !== EACH),
  { minLength: 1, maxLength: 4 },
);

type Renaming = { readonly does: 'rename' | 'insert'; readonly name: string; readonly to: string };
type Edit =
  | Renaming
  | { readonly does: 'set' | 'replace'; readonly at: Step[]; readonly value: Tree }
  | { readonly does: 'remove' | 'stringify'; readonly at: Step[] }
  | { readonly does: 'copy' | 'move'; readonly from: Step[]; readonly at: Step[] };

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ does: fc.constantFrom('set' as const, 'replace' as const), at: way, value: anyTree }),
  fc.record({ does: fc.constantFrom('remove' as const, 'stringify' as const), at: way }),
  fc.record({ does: fc.constantFrom('copy' as const, 'move' as const), from: singleWay, at: way }),
  fc.record({
    does: fc.constantFrom('rename' as const, 'insert' as const),
    name: fc.constantFrom(...NAMES),
    to: fc.constantFrom(...NAMES),
  }),
);

describe('edits of a document', { timeout: 60_000 }, () => {
  it('do what the same edits do to a plain tree, and keep every other byte', () => {
    holds(
      fc.property(anyObject, fc.array(edit, { maxLength: 12 }), fc.boolean(), way, (tree, edits, spaced, look) => {
        const model = cloned(tree);
        const document = parsed(spaced ? printSpaced(tree) : print(tree), tape);
        for (const one of edits) {
          const went = applyToTree(model, one);
          expect(applyToDocument(document, one), `${one.does} goes well`).toBe(went);
          if (!went) return;
          expect(textOfDocument(document)).toBe(print(model));
        }
        const found: string[] = [];
        document.each(pathOf(look), (value) => found.push(textOfValue(document, value)));
        expect(found).toEqual(readAll(model, look).map(print));
      }),
      1500,
    );
  });

  it('of a copy leave the original alone, and the other way round', () => {
    const places = fc.array(edit, { minLength: 1, maxLength: 6 });
    holds(
      fc.property(anyObject, places, places, (tree, before, after) => {
        const document = parsed(print(tree), tape);
        for (const one of before) if (!applyToDocument(document, one)) return;
        const original = document.root;
        const text = textOfDocument(document);
        const copy = cloneEdits(tape, original);
        document.root = copy;
        for (const one of after) if (!applyToDocument(document, one)) break;
        expect(textOfValue(document, original)).toBe(text);

        document.root = cloneEdits(tape, original);
        const second = document.root;
        document.root = original;
        for (const one of after) if (!applyToDocument(document, one)) break;
        expect(textOfValue(document, second)).toBe(text);
      }),
      500,
    );
  });

  it.each<[name: string, act: (document: Document) => void, expected: string]>([
    [
      'keep digits',
      (document) => document.remove(parsePath('/gone')),
      '{"n":[1.0,1e3,12345678901234567890],"o":{"x":1.50}}',
    ],
    [
      'go beside what was written just before them',
      (document) => {
        // The digit lies between the key and its new value, just where a colon would be.
        document.set(parsePath('/gone'), addInteger(tape, 1));
        document.set(parsePath('/"new"'), addInteger(tape, 1));
        document.set(parsePath('/gone'), addInteger(tape, 2));
        document.set(parsePath('/new'), addInteger(tape, 33));
      },
      '{"n":[1.0,1e3,12345678901234567890],"gone":2,"o":{"x":1.50},"new":33}',
    ],
    [
      'make what is missing on the way',
      (document) => document.set(parsePath('/o/y/z'), addBoolean(tape, true)),
      '{"n":[1.0,1e3,12345678901234567890],"gone":0,"o":{"x":1.50,"y":{"z":true}}}',
    ],
    [
      'make nothing for elements that are not there',
      (document) => document.set(parsePath('/list/*/x'), addNull(tape)),
      '{"n":[1.0,1e3,12345678901234567890],"gone":0,"o":{"x":1.50}}',
    ],
    [
      'escape what JSON wants escaped',
      (document) => document.set(parsePath('/"q\\""'), addText(tape, 'a"\\\n\ud800é')),
      '{"n":[1.0,1e3,12345678901234567890],"gone":0,"o":{"x":1.50},"q\\"":"a\\"\\\\\\n\\ud800é"}',
    ],
  ])('%s', (_name, act, expected) => {
    const document = parsed('{"n":[1.0,1e3,12345678901234567890],"gone":0,"o":{"x":1.50}}', tape);
    act(document);
    expect(textOfDocument(document)).toBe(expected);
  });

  it.each([
    ['{"a":null}', '/a/b', 'PARENT_NOT_OBJECT', '/a is null'],
    ['{"a":"x"}', '/a/b', 'PARENT_NOT_OBJECT', '/a is of type string'],
    ['{"a":[1]}', '/a/1', 'PARENT_NOT_OBJECT', 'no element 1'],
    ['{"a":[1]}', '/a/3/b', 'PARENT_NOT_OBJECT', 'no element 3'],
    ['{"a":[1]}', '/a/b', 'PARENT_NOT_OBJECT', '/a is of type array'],
    ['{"a":[{},1]}', '/a/*/b', 'PARENT_NOT_OBJECT', '/a/* is of type number'],
  ])('of %s at %s are rejected: %s', (text, path, code, sentence) => {
    const document = parsed(text, tape);
    const rejection = document.set(parsePath(path), addNull(tape));
    expect(rejection?.code).toBe(code);
    expect(rejection?.message).toContain(sentence);
  });
});

const paths = new Map<string, Path>();

/** Paths are parsed once, as those of a plan are, so that keys meet many documents. */
function pathOf(steps: readonly Step[]): Path {
  const text = pathText(steps);
  let path = paths.get(text);
  if (path === undefined) paths.set(text, (path = parsePath(text)));
  return path;
}

/** Whether the edit went well. */
function applyToDocument(document: Document, given: Edit): boolean {
  if ('name' in given) {
    document.root = editable(tape, document.root);
    const cursor = findMember(tape, document.root, keyOf(given.name));
    const isFree = findMember(tape, document.root, keyOf(given.to)) === MISSING;
    if (cursor === MISSING || !isFree) return true;
    const key = keyEntry(tape, keyOf(given.to));
    if (given.does === 'rename') renameAt(tape, cursor, key);
    else insertMember(tape, document.root, cursor, key, addJson(tape, '"inserted"'));
    return true;
  }
  const path = pathOf(given.at);
  if ('from' in given) {
    const value = document.get(pathOf(given.from));
    if (value === MISSING) return true;
    const copy = cloneEdits(tape, value);
    if (given.does === 'move') document.remove(pathOf(given.from));
    return document.set(path, () => cloneEdits(tape, copy)) === undefined;
  }
  if (given.does === 'set') return document.set(path, () => literal(given.value)) === undefined;
  if (given.does === 'replace') return document.replace(path, () => literal(given.value)) === undefined;
  if (given.does === 'remove') document.remove(path);
  else
    document.replace(path, (value) => (tape.kind(value) === NUMBER ? addText(tape, sourceOf(tape, value)) : MISSING));
  return true;
}

function literal(tree: Tree): Value {
  const text = print(tree);
  if (text === 'null') return addNull(tape);
  return text === '7' ? addInteger(tape, 7) : addJson(tape, text);
}

function applyToTree(model: ObjectTree, given: Edit): boolean {
  if ('name' in given) {
    renameOrInsert(model, given);
    return true;
  }
  if ('from' in given) {
    const [value] = readAll(model, given.from);
    if (value === undefined) return true;
    const copy = cloned(value);
    if (given.does === 'move') remove(model, given.from);
    return write(model, given.at, copy);
  }
  if (given.does === 'set') return write(model, given.at, given.value);
  if (given.does === 'replace') replace(model, given.at, () => cloned(given.value));
  else if (given.does === 'remove') remove(model, given.at);
  else replace(model, given.at, quotedNumber);
  return true;
}

function renameOrInsert(model: ObjectTree, { does, name, to }: Renaming): void {
  const { members } = model;
  const found = memberOf(model, name);
  if (found === undefined || memberOf(model, to) !== undefined) return;
  const at = members.indexOf(found);
  const key = { name: to, source: JSON.stringify(to) };
  if (does === 'rename') members[at] = { ...key, value: found.value };
  else members.splice(at + 1, 0, { ...key, value: scalar('"inserted"') });
}
