// Whatever the plan and the data are: every document that came in is accounted for.
import * as fc from 'fast-check';
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { holdsAsync } from '../property.ts';
import { folderWith, planIn, runIn } from './running.ts';

const entities = ['post', 'comment', 'like'];

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        path: fc.constantFrom('/comments', '/likes', '/orders/*/likes', '/n'),
        into: fc.constantFrom('comment', 'like'),
        id: fc.constantFrom('', ', id: "{parent/id}-{#}"', ', id: "{/key}"'),
        keep: fc.constantFrom(
          '',
          ', keep: { as: kept, newest: 1, by: /n }',
          ', keep: { as: kept, last: 1 }, children: rest',
          ', count: n',
        ),
        more: fc.constantFrom(
          '',
          ', onReject: family',
          ', lenient: true',
          ', onReject: family, lenient: true',
          ', link: { n: /n }',
        ),
      })
      .map(({ path, into, id, keep, more }) => `split: { path: ${path}, into: ${into}${id}${keep}${more} }`),
  },
  { weight: 1, arbitrary: fc.constantFrom('type: kind', 'type: n', 'type: { property: n, value: x }') },
  { weight: 1, arbitrary: fc.constantFrom('id: "{/key}"', 'id: "{/id}!"', 'id: { from: /n }') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('remove: [/n]', 'rename: { /n: /m }', 'set: { /n/x: 1 }', 'stringify: [/n]'),
  },
);

const steps = fc.array(fc.tuple(step, fc.constantFrom('', ...entities, '"*"')), { maxLength: 5 });

/** A plan that can be read: what its steps name exists where they stand. */
function planText(items: readonly (readonly [string, string])[], shared: boolean, discard: boolean): string {
  const known = new Set(['post']);
  const transforms = items.flatMap(([what, whose]) => {
    if (entities.includes(whose) && !known.has(whose)) return [];
    const into = /into: (\w+)/.exec(what)?.[1];
    if (into !== undefined) known.add(into);
    return [`  - ${what}${whose === '' ? '' : `\n    for: ${whose}`}`];
  });
  const left = discard && known.has('like') ? 'like' : undefined;
  const taken = [...known].filter((entity) => entity !== left);
  return `version: 1
name: generated
source: { file: in.ndjson, entity: post }
transforms:${transforms.length === 0 ? ' []' : `\n${transforms.join('\n')}`}
containers:
  all: { entities: [${taken.join(', ')}], partitionKey: /pk, uniqueKeys: [/n] }
${shared ? '  again: { entities: [post], partitionKey: /id }' : ''}
${left === undefined ? '' : `discard: [${left}]`}
`;
}

const scalar = fc.constantFrom('1', '2', '"a"', 'null', 'true', '12345678901234567890', '"2024-01-01"');
const element = fc.oneof(
  scalar,
  fc
    .record({ id: scalar, n: scalar, likes: fc.constantFrom('[]', '[1,{"n":2}]', '"x"', 'null') }, { requiredKeys: [] })
    .map(objectText),
);
const list = fc.oneof(
  { weight: 4, arbitrary: fc.array(element, { maxLength: 3 }).map((all) => `[${all.join(',')}]`) },
  scalar,
);
const line = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record(
        { id: scalar, key: scalar, n: scalar, pk: scalar, comments: list, likes: list, orders: list },
        { requiredKeys: [] },
      )
      .map(objectText),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('not JSON', '[1]', '7', '{"id":"p","id":"q"}', '{"id":"p"', '{"id":"\u0001"}'),
  },
);

describe('the books of any run', { timeout: 120_000 }, () => {
  it.each(['folder', 'embedded'] as const)('balance, and agree with the files (%s)', async (kind) => {
    await holdsAsync(
      fc.asyncProperty(
        steps,
        fc.boolean(),
        fc.boolean(),
        fc.array(line, { maxLength: 12 }),
        async (items, shared, discard, lines) => {
          const folder = folderWith({ 'in.ndjson': lines.join('\n') });
          try {
            const text = planText(items, shared, discard);
            const { report, exitStatus, files, rejects } = await runIn(folder, await planIn(folder, text), kind);
            expect(report.balance).toMatchObject({ ok: true });
            expect(exitStatus).toBe(rejects.length > 0 ? 9 : 0);
            const counted = Object.values(report.entities);
            expect(counted.reduce((sum, { read }) => sum + read, 0)).toBe(lines.length);
            expect(counted.reduce((sum, { rejected }) => sum + rejected, 0)).toBe(rejects.length);
            const written = Object.values(files).flat();
            expect(counted.reduce((sum, one) => sum + one.written, 0)).toBe(written.length);
            expect(counted.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(
              written.reduce((sum, document) => sum + Buffer.byteLength(document), 0),
            );
            const documents = Object.values(report.containers).reduce((sum, container) => sum + container.documents, 0);
            expect(documents).toBe(written.length);
          } finally {
            rmSync(folder, { recursive: true, force: true });
          }
        },
      ),
      50,
    );
  });
});

function objectText(members: Readonly<Record<string, string>>): string {
  return `{${Object.entries(members)
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}`;
}
