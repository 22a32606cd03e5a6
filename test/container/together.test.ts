import { describe, expect, it } from 'vitest';
import { END_OF_KEYS } from '../../src/serve/ranges.ts';
import { item, newContainer } from './single-operations.ts';

const ALL = { from: Buffer.alloc(0), to: END_OF_KEYS };
const MANY = { items: 1000, bytes: 1 << 20 };

describe('operations that are done together', () => {
  it('stay only if the work says so', () => {
    const container = newContainer({ uniqueKeys: [['/email']] });
    container.create(item({ id: '1', pk: 'p', email: 'a' }));
    container.together('one', () => {
      container.create(item({ id: '2', pk: 'p', email: 'b' }));
      container.delete('1', ['p']);
      return false;
    });
    expect(container.lsn).toBe(1);
    expect(container.read('1', ['p']).status).toBe(200);
    expect(container.read('2', ['p']).status).toBe(404);
    container.together('one', () => container.delete('1', ['p']).status === 204);
    expect(container.create(item({ id: '3', pk: 'p', email: 'a' })).status).toBe(201);
    expect(container.lsn).toBe(3);
  });

  it('leave nothing behind when the work throws, and the container goes on', () => {
    const container = newContainer();
    const work = (): never => {
      container.create(item({ id: '1', pk: 'p' }));
      throw new Error('the disk is full');
    };
    expect(() => container.together('each', work)).toThrow('the disk is full');
    expect(container.read('1', ['p']).status).toBe(404);
    expect(container.create(item({ id: '1', pk: 'p' })).status).toBe(201);
    expect(container.lsn).toBe(1);
  });

  it('are one change or many, with etags of their own', () => {
    const container = newContainer();
    const etags = new Set<string>();
    const write = (id: string): void => void etags.add(container.upsert(item({ id, pk: 'p' })).etag!);
    const twice = (): boolean => ['1', '2', '1'].every((id) => write(id) === undefined);
    container.together('one', twice);
    expect(container.feed.changes(0, 0, ALL, MANY).items.map(({ lsn }) => lsn)).toEqual([1, 1]);
    container.together('each', twice);
    expect(container.feed.changes(1, 0, ALL, MANY).items.map(({ lsn }) => lsn)).toEqual([3, 4]);
    expect(etags.size).toBe(6);
  });
});

describe('a page of items', () => {
  it('ends at its number of items or of bytes, but holds at least one', () => {
    const container = newContainer();
    for (let i = 0; i < 10; i++) container.create(item({ id: String(i), pk: 'p', s: 'x'.repeat(1000) }));
    const countsOf = (limits: typeof MANY): number[] => {
      const counts: number[] = [];
      for (let after = 0, more = true; more;) {
        const page = container.feed.all(after, ALL, limits);
        counts.push(page.items.length);
        after = page.items.at(-1)!.item;
        more = page.hasMore;
      }
      return counts;
    };
    expect(countsOf({ ...MANY, items: 4 })).toEqual([4, 4, 2]);
    expect(countsOf({ ...MANY, bytes: 3200 })).toEqual([3, 3, 3, 1]);
    expect(countsOf({ ...MANY, bytes: 10 })).toEqual(Array.from({ length: 10 }, () => 1));
    expect(countsOf(MANY)).toEqual([10]);
  });
});
