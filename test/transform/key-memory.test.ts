// Which keys does a memory know, and which not any more?
import { expect, it } from 'vitest';
import { HeldKeys } from '../../src/transform/key-memory.ts';

const key = (number: number): Int32Array => Int32Array.of(Math.imul(number, 0x9e3779b1), number, 0);
const content = Int32Array.of(1, 2);

function added(memory: HeldKeys, numbers: readonly number[]): void {
  for (const number of numbers) if (memory.find(key(number)) < 0) memory.add(key(number), content, { id: `${number}` });
}

it('remembers no more keys than it may, and forgets those of a rejected document', () => {
  const memory = new HeldKeys(3);
  added(memory, [1, 2]);
  memory.keep();
  added(memory, [3, 4, 5]);
  expect([1, 2, 3, 4, 5].map((number) => memory.find(key(number)))).toEqual([0, 1, 2, -1, -1]);
  memory.forget();
  added(memory, [6, 7]);
  memory.keep();
  expect([2, 3, 6, 7].map((number) => memory.find(key(number)))).toEqual([1, -1, 2, -1]);
  expect(memory.holderOf(2)).toEqual({ id: '6' });
});
