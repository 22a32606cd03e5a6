// Do the counters add up, merge and balance?
import { expect, it } from 'vitest';
import { type Balance, balance, Tally, type TallySnapshot } from '../../src/report/tally.ts';

it('gives the same counters for the same entity', () => {
  const tally = new Tally();
  tally.entity('post').read++;
  tally.entity('post').read++;
  expect(tally.snapshot().entities['post']?.read).toBe(2);
});

it('counts lost values by step and path', () => {
  const tally = new Tally();
  tally.lose('remove', '/a');
  tally.lose('remove', '/a', 2);
  tally.lose('pick', '/a');
  expect(tally.snapshot().lost).toEqual([
    { path: '/a', step: 'remove', count: 3 },
    { path: '/a', step: 'pick', count: 1 },
  ]);
});

it('merges what another one counted, the largest document as a maximum', () => {
  const one = new Tally();
  Object.assign(one.entity('post'), { read: 3, written: 3, bytes: 30, maxBytes: 20 });
  one.source.documents = 3;
  one.lose('pick', '/x');
  const other = new Tally();
  Object.assign(other.entity('post'), { read: 1, rejected: 1, bytes: 5, maxBytes: 5 });
  other.entity('comment').made = 7;
  other.source.documents = 1;
  other.lose('pick', '/x', 4);
  one.merge(JSON.parse(JSON.stringify(other.snapshot())) as TallySnapshot);
  expect(one.snapshot()).toMatchObject({
    source: { documents: 4 },
    entities: { post: { read: 4, written: 3, rejected: 1, bytes: 35, maxBytes: 20 }, comment: { made: 7 } },
    lost: [{ path: '/x', step: 'pick', count: 5 }],
  });
});

const WAYS_OUT = ['written', 'filtered', 'rejected', 'merged', 'consumed', 'expired'] as const;

it.each(WAYS_OUT)('balances when everything was %s, and notices one too many or too few', (way) => {
  const tally = new Tally();
  Object.assign(tally.entity('post'), { read: 2, made: 3, [way]: 5 });
  expect(balance(tally.snapshot())).toEqual({ ok: true, entities: { post: { ok: true, in: 5, out: 5 } } });
  tally.entity('post')[way]++;
  expect(balance(tally.snapshot())).toEqual({ ok: false, entities: { post: { ok: false, in: 5, out: 6 } } });
  tally.entity('post')[way] -= 2;
  expect(balance(tally.snapshot()).ok).toBe(false);
});

it('does not let a surplus of one entity make up for a loss of another', () => {
  const tally = new Tally();
  Object.assign(tally.entity('post'), { read: 2, written: 1 });
  Object.assign(tally.entity('comment'), { made: 1, written: 2 });
  expect(balance(tally.snapshot()).ok).toBe(false);
});

it.each(['__proto__', 'constructor', 'toString'])('takes %s as the name of an entity like any other', (name) => {
  const tally = new Tally();
  tally.entity(name).read = 1;
  expect((JSON.parse(JSON.stringify(balance(tally.snapshot()))) as Balance).ok).toBe(false);
});

it('counts the paths of a step that has no end of them together, and loses none', () => {
  const tally = new Tally(2);
  for (const path of ['/a', '/b', '/c', '/a', '/d']) tally.lose('pick', path);
  tally.lose('remove', '/d');
  const lost = [
    { path: '/a', step: 'pick', count: 2 },
    { path: '/b', step: 'pick', count: 1 },
    { path: '(other paths)', step: 'pick', count: 2 },
    { path: '/d', step: 'remove', count: 1 },
  ];
  expect(tally.snapshot().lost).toEqual(lost);
  const resumed = new Tally(2);
  resumed.merge(tally.snapshot());
  expect(resumed.snapshot().lost).toEqual(lost);
});
