// What steps remember is there again when a run goes on, as it was at the commit.
import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RememberedKeys } from '../../src/run/remembered-keys.ts';
import { folderWith } from './running.ts';

const keyOf = (number: number): Int32Array => Int32Array.of(Math.imul(number, 0x9e3779b1), number, 1);
const contentOf = (number: number): Int32Array => Int32Array.of(number, number);
const idOf = (number: number): string => (number % 100 === 7 ? `${number} "é"\n`.repeat(60) : `id ${number}`);

function opened(folder: string, files?: Readonly<Record<string, number>>): RememberedKeys {
  const memory = new RememberedKeys(folder, files);
  onTestFinished(() => memory.close());
  return memory;
}

function add(memory: RememberedKeys, from: number, to: number): void {
  for (let i = from; i < to; i++)
    memory.add(keyOf(i), contentOf(i), {
      id: idOf(i),
      ...(i % 3 === 0 && { key: `[${i}]` }),
      place: i % 2 === 0 ? undefined : { source: 'é.ndjson', line: i },
    });
}

describe('keys that are remembered', () => {
  it('are there with their contents and holders after a stop, and no others', async () => {
    const folder = folderWith({});
    const before = opened(folder);
    add(before, 0, 30_000);
    before.keep();
    add(before, 30_000, 30_010);
    before.forget();
    add(before, 30_000, 30_100);
    before.keep();
    const { files } = before.settle();
    add(before, 30_100, 40_000);
    before.keep();
    await before.flush();
    expect(statSync(join(folder, 'keys')).size).toBeGreaterThan(files['keys']!);

    const memory = opened(folder, files);
    for (const number of [0, 3, 7, 107, 9_999, 30_099]) {
      expect(memory.find(keyOf(number))).toBe(number);
      expect(memory.hasContent(number, contentOf(number))).toBe(true);
      expect(memory.hasContent(number, contentOf(number + 1))).toBe(false);
      const place = number % 2 === 0 ? undefined : { source: 'é.ndjson', line: number };
      expect(memory.holderOf(number)).toEqual({
        id: idOf(number),
        ...(number % 3 === 0 && { key: `[${number}]` }),
        place,
      });
    }
    expect(memory.find(keyOf(30_100))).toBe(-1);
    add(memory, 30_100, 30_200);
    expect(memory.holderOf(30_150).id).toBe(idOf(30_150));
    memory.keep();
    expect(memory.holderOf(30_150).id).toBe(idOf(30_150));
  });

  it('are given back when their document is rejected', () => {
    const memory = opened(folderWith({}));
    add(memory, 0, 10);
    memory.keep();
    const { files } = memory.settle();
    add(memory, 10, 20);
    expect(memory.find(keyOf(15))).toBe(15);
    memory.forget();
    expect(memory.find(keyOf(15))).toBe(-1);
    expect(memory.settle().files).toEqual(files);
  });

  it.each([
    ['is shorter', (path: string) => truncateSync(path, 100)],
    [
      'has zeros in it',
      (path: string) => {
        const { length } = readFileSync(path);
        truncateSync(path, length - 40);
        appendFileSync(path, Buffer.alloc(40));
      },
    ],
    [
      'has a key twice',
      (path: string) => writeFileSync(path, Buffer.concat(Array(10).fill(readFileSync(path).subarray(0, 24)))),
    ],
  ])('are not taken from a file that %s', (_how, damage) => {
    const folder = folderWith({});
    const memory = opened(folder);
    add(memory, 0, 10);
    memory.keep();
    const { files } = memory.settle();
    damage(join(folder, 'keys'));
    expect(() => new RememberedKeys(folder, files)).toThrow(join(folder, 'keys'));
  });
});
