// Are names found as well in objects of many members, and the tenth time as well as the first?
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePath } from '../../src/document/path.ts';
import type { Conflict } from '../../transforms/flatten/lifting.ts';
import { flatten } from '../../transforms/flatten.ts';
import { holds } from '../property.ts';
import { passThrough } from './pass-through.ts';

type Members = readonly (readonly [name: string, value: number])[];

it.each(['number', 'first', 'last'] as const)('finds names that are taken, with onConflict: %s', (onConflict) => {
  const name = fc.oneof(
    fc.integer({ min: 0, max: 150 }).map((number) => `n${number}`),
    fc.integer({ min: 0, max: 150 }).map((number) => `n${number}_2`),
    fc.constantFrom('\\u006e1', 'é', '__proto__', ''),
  );
  const members = fc
    .array(fc.tuple(name, fc.nat(3)), { maxLength: 150 })
    .map((all) => [...new Map(all.map(([key, value]) => [JSON.parse(`"${key}"`) as string, [key, value] as const]))])
    .map((all): Members => all.map(([, member]) => member));
  const document = fc.record({ outer: members, lifted: members.filter((all) => all.length > 0) });
  holds(
    fc.property(fc.array(document, { minLength: 1, maxLength: 5 }), (documents) => {
      expect(flattened(documents, onConflict)).toEqual(documents.map((one) => expected(one, onConflict)));
    }),
    100,
  );
});

it.each(['number', 'first', 'last'] as const)('finds them among hundreds, with onConflict: %s', (onConflict) => {
  const outer = Array.from({ length: 300 }, (_, i) => [`n${i}`, i] as const);
  // `n5` becomes `n5_2`, so that the one of that name has to become another one.
  const lifted = outer.slice(0, 200).flatMap(([name, value]): Members => [
    [name, value + 1],
    [`${name}_2`, value],
  ]);
  const few = { outer: outer.slice(0, 3), lifted: lifted.slice(0, 4) };
  const documents = [few, { outer, lifted }, { outer: few.outer, lifted }, few];
  expect(flattened(documents, onConflict)).toEqual(documents.map((one) => expected(one, onConflict)));
});

interface Given {
  readonly outer: Members;
  readonly lifted: Members;
}

/** Name and value of each member of the documents. */
function flattened(documents: readonly Given[], onConflict: Conflict): unknown[][] {
  const lines = documents.map(({ outer, lifted }) => `{${[...texts(outer), `"o":{${texts(lifted).join()}}`].join()}}`);
  return passThrough(planOf(onConflict), lines).documents['doc']!.map(read);
}

function planOf(onConflict: Conflict): Parameters<typeof passThrough>[0] {
  const step = flatten.compile(
    { path: parsePath('/o'), prefix: '', onConflict },
    { overwrite: false, entities: ['doc'] },
  );
  return {
    entities: ['doc'],
    sources: [{ entity: 'doc', file: '-', maxDocument: 0 }],
    steps: [{ index: 0, name: 'flatten', for: ['doc'], overwrite: false, makes: [], compile: () => step }],
  };
}

function texts(members: Members): string[] {
  return members.map(([name, value]) => `"${name}":${value}`);
}

function read(text: string): unknown[] {
  return [...text.matchAll(/"([^"]*)":(\d+)/g)].map(([, name, value]) => [
    JSON.parse(`"${name}"`) as string,
    Number(value),
  ]);
}

/** The same by a list that is searched. */
function expected({ outer, lifted }: Given, onConflict: Conflict): unknown[] {
  const list: [string, number][] = outer.map(([name, value]) => [JSON.parse(`"${name}"`) as string, value]);
  for (const [escaped, value] of lifted) {
    const name = JSON.parse(`"${escaped}"`) as string;
    const holder = list.find(([taken]) => taken === name);
    if (holder === undefined) list.push([name, value]);
    else if (onConflict === 'last') holder[1] = value;
    else if (onConflict === 'number') {
      let number = 2;
      while (list.some(([taken]) => taken === `${name}_${number}`)) number++;
      list.push([`${name}_${number}`, value]);
    }
  }
  return list;
}
