// Are objects that are laid over each other what one gets by sorting them and assigning one after the other?
import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Fold } from '../../src/document/fold.ts';
import { compareOrder, orderValue, type OrderValue } from '../../src/document/order.ts';
import { addJson } from '../../src/document/literal.ts';
import { Tape } from '../../src/document/tape.ts';
import { holds } from '../property.ts';

type Member = readonly [name: string, json: string];

interface Laid {
  readonly members: readonly Member[];
  readonly by: string;
}

const name = fc.constantFrom('a', 'b', '', '10', '2', '__proto__', 'é', 'id');
const json = fc.constantFrom('1', '1.0', '"x"', 'null', '[1,{"a":2}]', '{"deep":1e400}', 'true');
const objects = fc.array(
  fc.record<Laid>({
    members: fc.array(fc.tuple(name, json), { maxLength: 5 }),
    by: fc.constantFrom('1', '1.0', '2', '3', 'null', '"2024-01-01"', '"2024-01-01T00:00:00Z"', '"text"'),
  }),
  { maxLength: 7 },
);

const tape = new Tape();

function orderOf(by: string): OrderValue {
  tape.begin(Buffer.alloc(1));
  return orderValue(tape, addJson(tape, by));
}

function folded(given: readonly Laid[], isOrdered: boolean): Member[] {
  const fold = new Fold();
  for (const { members, by } of given) {
    const order = orderOf(by);
    tape.begin(Buffer.alloc(1));
    const text = `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
    fold.take(tape, addJson(tape, text), isOrdered ? order : undefined);
  }
  return fold.properties.map((property) => [property.name, property.text.toString()]);
}

/** A Map keeps what is set again at its first place. */
function assigned(given: readonly Laid[]): Member[] {
  return [...new Map(given.flatMap(({ members }) => members))];
}

it('gives what assigning in turn gives', () => {
  holds(
    fc.property(objects, (given) => {
      expect(folded(given, false)).toEqual(assigned(given));
    }),
    300,
  );
});

it('gives what sorting and assigning gives, in whichever order they come but for equal ones', () => {
  holds(
    fc.property(objects, (given) => {
      const sorted = given.toSorted((a, b) => compareOrder(orderOf(a.by), orderOf(b.by)));
      expect(folded(given, true)).toEqual(assigned(sorted));
    }),
    500,
  );
});
