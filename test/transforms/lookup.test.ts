// Do lookups find what a search through all of a reference would find?
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPlanText } from '../../src/plan/read.ts';
import { holdsAsync } from '../property.ts';
import { passStages } from './pass-stages.ts';

/** JSON of values of which many are equal in another form, or look as if they were. */
const SCALARS = `1 1.0 1e0 "1" "\\u0031" true "true" false "" "a" "A" 0 -0 0.0 0.1 1e-1 "0.1"
9007199254740993 9007199254740993.0 "9007199254740993" 9007199254740992`;
const scalar = fc.constantFrom(...SCALARS.split(/\s+/));

it('by value', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.array(scalar, { maxLength: 3 }), { maxLength: 12 }),
    fc.array(scalar, { minLength: 1, maxLength: 5 }),
    async (references, locals) => {
      const folder = mkdtempSync(join(tmpdir(), 'lookup-'));
      try {
        const lines = references.map((values, i) => `{"n":${i},"of":[${values.join(',')}]}\n`);
        writeFileSync(join(folder, 'all.ndjson'), lines.join(''));
        const { plan } = await readPlanText(join(folder, 'plan.yaml'), PLAN, { env: {}, lenientTarget: true });
        const { documents } = await passStages(plan!, [`{"id":"1","of":[${locals.join(',')}]}`]);
        const { found, byText } = JSON.parse(documents['doc']![0]!) as { found: number[]; byText: number[] };
        expect({ found, byText }).toEqual({
          found: locals.flatMap((local) => placesIn(references, (other) => valueOf(other) === valueOf(local))),
          byText: locals.flatMap((local) => placesIn(references, (other) => textOf(other) === textOf(local))),
        });
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
  await holdsAsync(property, 60);
});

const PLAN = `version: 1
name: all
source: { file: "-", entity: doc }
references: { all: { file: all.ndjson } }
transforms:
  - lookup: { in: all, local: /of/*, foreign: /of/*, as: /found, pick: /n }
  - lookup: { in: all, local: /of/*, foreign: /of/*, as: /byText, pick: /n, match: text }
containers: { all: { entities: [doc], partitionKey: /id } }
`;

function placesIn(references: readonly (readonly string[])[], isSame: (value: string) => boolean): number[] {
  return references.flatMap((values, i) => (values.some(isSame) ? [i] : []));
}

/** The same text for values that are the same. */
function valueOf(json: string): string {
  if (/^\d{16}/.test(json)) return `number ${json.replace('.0', '')}`;
  const value: unknown = JSON.parse(json);
  return `${typeof value} ${String(value)}`;
}

function textOf(json: string): string {
  // No double holds the one, so that it keeps its digits.
  return /^\d{16}/.test(json) && json !== '9007199254740992' ? json : String(JSON.parse(json));
}
