import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt, firstElement, nextElement } from '../../src/document/members.ts';
import { parsePath } from '../../src/document/path.ts';
import { type Choice, chooseSubset, type Subset } from '../../src/document/subset.ts';
import { END, type Value } from '../../src/document/tape.ts';
import { holds } from '../property.ts';
import { parsed } from './parsed.ts';

const by = parsePath('/at');

function chosen(elements: readonly string[], choice: Choice): Subset {
  const document = parsed(`{"list":[${elements.join(',')}]}`);
  const list = document.get(parsePath('/list'));
  const values: Value[] = [];
  for (let at = firstElement(document.tape, list); at !== END; at = nextElement(document.tape, list, at))
    values.push(elementAt(document.tape, at));
  return chooseSubset(document.tape, values, choice);
}

const at = (value: string): string => `{"at":${value}}`;

describe('a subset', () => {
  it.each<[name: string, choice: Choice, places: number[]]>([
    ['first', { first: 2 }, [0, 1]],
    ['first of more than there are', { first: 9 }, [0, 1, 2, 3]],
    ['last, in the order of the array', { last: 2 }, [2, 3]],
    ['last of more than there are', { last: 9 }, [0, 1, 2, 3]],
    ['all', { all: true }, [0, 1, 2, 3]],
    ['newest first, ties in the order of the array', { newest: 3, by }, [1, 3, 0]],
    ['newest, a tie cut in two', { newest: 1, by }, [1]],
    ['oldest first', { oldest: 3, by }, [2, 0, 1]],
  ])('is %s', (_name, choice, places) => {
    expect(chosen(['2', '10', '1', '10.0'].map(at), choice)).toEqual({ places, unordered: 0 });
  });

  it.each<[name: string, values: string[], newest: number[], unordered: number]>([
    ['times as instants', ['"2024-01-01T12:00:00Z"', '"2024-01-01T12:30:00+01:00"', '"2024-01-01"'], [0, 1, 2], 0],
    ['numbers by value', ['9007199254740993', '9007199254740992', '1e3', '-1'], [0, 1, 2, 3], 0],
    ['other text by code unit', ['"a"', '"B"', '"é"', '"😀"', '"～"'], [4, 3, 2, 0, 1], 0],
    ['a mixture: instants, numbers, other text, nothing', ['"x"', '5', '"2024-01-01"', 'null'], [2, 1, 0, 3], 1],
    ['what has nothing to compare last', ['null', 'true', '{}', '[]', '1'], [4, 0, 1, 2, 3], 4],
  ])('orders %s', (_name, values, newest, unordered) => {
    expect(chosen(values.map(at), { newest: values.length, by })).toEqual({ places: newest, unordered });
  });

  it('counts elements without the value, and those that are no objects, as oldest', () => {
    const elements = ['1', '{}', at('1'), 'null'];
    expect(chosen(elements, { newest: 2, by })).toEqual({ places: [2, 0], unordered: 3 });
    expect(chosen(elements, { oldest: 2, by })).toEqual({ places: [0, 1], unordered: 3 });
    expect(chosen(['3', '1', '2'], { newest: 2, by: parsePath('/') })).toEqual({ places: [0, 2], unordered: 0 });
  });

  it('is what a stable sort would begin with', () => {
    holds(
      fc.property(fc.array(fc.nat(6), { maxLength: 30 }), fc.integer({ min: 1, max: 8 }), (values, limit) => {
        const elements = values.map((value) => at(String(value)));
        const sorted = (sign: number): number[] =>
          [...values.keys()].toSorted((a, b) => sign * (values[a]! - values[b]!)).slice(0, limit);
        expect(chosen(elements, { newest: limit, by }).places).toEqual(sorted(-1));
        expect(chosen(elements, { oldest: limit, by }).places).toEqual(sorted(1));
      }),
      300,
    );
  });

  it('is the same among times of many forms, numbers, text and what is nothing', () => {
    const value = fc.oneof(
      fc.integer({ min: 0, max: 4 }).map((day) => `"2024-01-0${day}T00:00:00Z"`),
      fc.constantFrom('"2024-01-02"', '"2024-01-02T01:00:00+01:00"', '"2024-01-01T23:59:59.5Z"', '"2024-01-02T00:00Z"'),
      fc.constantFrom(
        '"zzzz-01-0?T00:00:00Z"',
        '"text"',
        '1',
        '2.0',
        'null',
        '{}',
        String.raw`"2024-01-02T00:00:00\u005a"`,
      ),
    );
    holds(
      fc.property(fc.array(value, { maxLength: 20 }), fc.integer({ min: 1, max: 6 }), (values, limit) => {
        // All that is asked for, one after the other, is the whole order.
        const whole = chosen(values.map(at), { newest: values.length + 1, by });
        const few = chosen(values.map(at), { newest: limit, by });
        expect(few).toEqual({ places: whole.places.slice(0, limit), unordered: whole.unordered });
        const reversed = chosen(values.map(at), { oldest: values.length + 1, by });
        expect(chosen(values.map(at), { oldest: limit, by }).places).toEqual(reversed.places.slice(0, limit));
      }),
      500,
    );
  });
});
