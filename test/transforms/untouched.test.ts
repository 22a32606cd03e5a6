// Does a document in which steps find nothing to do leave them byte for byte as it came?
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPlanText } from '../../src/plan/read.ts';
import { anyObject, print } from '../document/json-tree.ts';
import { holds } from '../property.ts';
import { passThrough } from './pass-through.ts';

const PLAN = `version: 1
name: nothing-to-do
source: { file: in.ndjson, entity: doc }
transforms:
  - rename: { /none: /other, /none/*/a: /none/*/b }
  - copy: { /none: /other }
  - remove: [/none, /a/none, /*/none]
  - flatten: { path: /none, depth: 3 }
  - nest: { into: /made, from: [none, nothing] }
  - nest: { into: /a/made, strip: none_ }
  - stringify: [/none, /a/none]
  - convert: { /none: number, /a/none: string, /b/*/none: boolean, /0/none: iso8601 }
  - mask: { /none: redact, /a/none: hash, /b/*/none: keepLast 2 }
  - ttl: { until: /none }
  - ttl: { remaining: true }
  - split: { path: /none, into: part }
  - split: { path: /a/*/none, into: part, id: '{#}' }
containers:
  all: { entities: [doc, part], partitionKey: /id, ttl: enabled }
`;

it('a document in which steps find nothing leaves them byte for byte', async () => {
  const setting = { env: { MASK_KEY: 'a key of this test' }, lenientTarget: true };
  const { plan, problems } = await readPlanText('plan.yaml', PLAN, setting);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  holds(
    fc.property(anyObject, (tree) => {
      const json = print(tree);
      const untouched = { documents: { doc: [json] }, rejects: [], lost: [], departures: [] };
      expect(passThrough(plan!, [json])).toEqual(untouched);
    }),
    1500,
  );
});

it('what nests a hundred thousand levels deep is masked without running out of stack', async () => {
  const text = `version: 1
name: deep
source: { file: in.ndjson, entity: doc }
transforms:
  - mask: { /deep: redact }
  - nest: { into: /o, from: [deep] }
containers: { all: { entities: [doc], partitionKey: /id } }
`;
  const { plan } = await readPlanText('plan.yaml', text, { env: {}, lenientTarget: true });
  const nested = (inside: string): string => `${'[{"x":'.repeat(50_000)}${inside}${'}]'.repeat(50_000)}`;
  const { documents } = passThrough(plan!, [`{"deep":${nested('"secret"')}}`]);
  expect(documents['doc']).toEqual([`{"o":{"deep":${nested('"***"')}}}`]);
});
