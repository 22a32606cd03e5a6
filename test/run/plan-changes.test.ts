// Is it said in the words of the plan what is different between two plans?
import { expect, it } from 'vitest';
import { planChanges } from '../../src/run/plan-changes.ts';
import { folderWith, planIn } from './running.ts';

const PLAN = `version: 1
name: shop
source: { file: orders.ndjson, entity: order }
transforms:
  - split: { path: /lines, into: line, keep: { as: latest, newest: 2, by: /at } }
  - set: { /tags: [[a, b], [c, d]], /big: 1.0 }
containers:
  orders: { entities: [order], partitionKey: /tenant, uniqueKeys: [[/a, /b], /c] }
  lines: { entities: [line], partitionKey: [/tenant, /id] }
`;

it('names an option inside of an option', async () => {
  expect(await changes('newest: 2', 'newest: 3')).toEqual([
    'transforms[0].split.keep.newest was: 2',
    '                                 is: 3',
  ]);
  expect(await changes('into: line,', 'into: line, count: n,')).toEqual(['transforms[0].split.count is new:  "n"']);
});

it('shows values as they are written', async () => {
  expect(await changes('1.0', '1.00')).toEqual([
    'transforms[1].set.values was: {"/tags":[["a","b"],["c","d"]],"/big":1.0}',
    '                          is: {"/tags":[["a","b"],["c","d"]],"/big":1.00}',
  ]);
});

it('names the policy of a container', async () => {
  expect(await changes('/c]', '/d]')).toEqual([
    'containers.orders.uniqueKeys was: [["/a","/b"],["/c"]]',
    '                              is: [["/a","/b"],["/d"]]',
  ]);
  expect(await changes('[/tenant, /id]', '[/tenant, /id], ttl: 60')).toEqual(['containers.lines.ttl is new:  60']);
});

it('shows what is new or gone whole, and no places for names', async () => {
  expect(await changes('  - set:', '  - type: kind\n  - set:')).toEqual([
    'transforms[1] is new:  type.property: "kind", for: ["line","order"]',
  ]);
  expect(await changes('  lines:', '  zeilen:')).toEqual([
    'containers.lines is gone: entities: ["line"], partitionKey: ["/tenant","/id"], uniqueKeys: [], write: "create", onConflict: "reject", conflicts: "decided"',
    'containers.zeilen is new:  entities: ["line"], partitionKey: ["/tenant","/id"], uniqueKeys: [], write: "create", onConflict: "reject", conflicts: "decided"',
  ]);
});

async function changes(was: string, is: string): Promise<string[]> {
  const folder = folderWith({});
  const before = await planIn(folder, PLAN);
  const now = await planIn(folder, PLAN.replace(was, is));
  expect(now.hash).not.toBe(before.hash);
  return planChanges(before.parts, now.parts);
}
