// Whatever is done to a plan: does reading it always end in a plan or in problems that have a place?
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dedent } from './dedent.ts';
import { planWith, reading } from './reading.ts';

const PLAN = `${planWith({
  transforms:
    '- everything: { path: /a, into: child, value: "{/b|lower}", keep: { as: c, newest: 1 }, moves: { /a: /b } }\n  for: [post]\n- assign: { /a: { b: [1, "x"] } }\n- erase: unsafe',
  containers:
    'a: &a { entities: [post, child], partitionKey: [/x, /y], uniqueKeys: [/z, [/v, /w]], ttl: 5 }\nb: { <<: *a, throughput: { manual: 400 } }',
  more: 'target: { folder: "${OUT}" }\nexamples: [{ given: {}, expect: {} }]',
})}\n`;
const JSON_PLAN = {
  version: 1,
  name: 'a',
  source: { file: 'a', entity: 'post', maxDocument: '1mb' },
  transforms: [
    { everything: { path: '/a', into: 'child' }, for: ['post'] },
    { assign: { '/a': '{/b}' } },
    { erase: ['/a'] },
  ],
  containers: { c: { entities: ['post', 'child'], partitionKey: ['/a'], uniqueKeys: ['/b', ['/c']] } },
  discard: [],
};
const setting = { numRuns: 300, seed: Number(process.env['SEED'] ?? Date.now() % 2 ** 31), verbose: 1 } as const;

/** What is wrong with how this text is read: nothing may be. */
async function faultsOf(text: string): Promise<string[]> {
  const { plan, problems } = await reading(text, { env: { OUT: 'out' } });
  const faults: string[] = [];
  const hasErrors = problems.some(({ severity }) => severity === 'error');
  if ((plan === undefined) !== hasErrors) faults.push('a plan in spite of errors, or neither');
  const lines = dedent(text).split('\n');
  for (const problem of problems) {
    const { line, column, message } = problem;
    const width = lines[line - 1]?.length;
    const isPlace = width !== undefined && column >= 1 && column <= width + 1;
    if (!isPlace || /undefined|\[object|NaN/.test(message)) faults.push(JSON.stringify(problem));
  }
  return faults;
}

describe(`a plan that was damaged (seed ${setting.seed})`, () => {
  it('in its text is read to the end', async () => {
    const damage = fc.record({
      at: fc.nat(PLAN.length),
      length: fc.nat(6),
      put: fc.oneof(
        fc.constantFrom(
          '',
          ' ',
          '\n',
          '\t',
          ': ',
          '- ',
          '{',
          '}',
          '[',
          ']',
          '"',
          "'",
          '*a',
          '&b ',
          '!t ',
          '#',
          '| ',
          '? ',
          '${',
          '---\n',
          '\u0000',
          '\ud800',
          '🙂',
          '0x1',
        ),
        fc.string({ maxLength: 4 }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
        let text = PLAN;
        for (const { at, length, put } of damages) text = text.slice(0, at) + put + text.slice(at + length);
        expect(await faultsOf(text)).toEqual([]);
      }),
      setting,
    );
  }, 60_000);

  it('in its structure is read to the end', async () => {
    const values: fc.Arbitrary<unknown> = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('/a', 'post', '*', '{/a}', '{', '${X}', [], {}, null),
    );
    const change = fc.record({
      pick: fc.nat(),
      action: fc.constantFrom('drop', 'rename', 'replace', 'add'),
      name: fc.oneof(fc.string(), fc.constantFrom('if', 'for', 'into', 'expr', '__proto__', 'constructor', '<<')),
      value: values,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const plan = structuredClone(JSON_PLAN) as unknown;
        for (const one of changes) applyChange(plan, one);
        expect(await faultsOf(JSON.stringify(plan, undefined, 1))).toEqual([]);
      }),
      setting,
    );
  }, 60_000);
});

interface Change {
  readonly pick: number;
  readonly action: 'drop' | 'rename' | 'replace' | 'add';
  readonly name: string;
  readonly value: unknown;
}

/** Changes one member of one object or array, wherever it is. */
function applyChange(plan: unknown, { pick, action, name, value }: Change): void {
  const places: { readonly holder: Record<string, unknown>; readonly key: string }[] = [];
  const visit = (holder: unknown): void => {
    if (typeof holder !== 'object' || holder === null) return;
    for (const key of Object.keys(holder)) {
      places.push({ holder: holder as Record<string, unknown>, key });
      visit((holder as Record<string, unknown>)[key]);
    }
  };
  visit(plan);
  const place = places[pick % Math.max(places.length, 1)];
  if (place === undefined) return;
  const { holder, key } = place;
  const add = (to: string, what: unknown): void => {
    Object.defineProperty(holder, to, { value: what, enumerable: true, configurable: true, writable: true });
  };
  if (action === 'replace') holder[key] = value;
  if (action === 'add' && !Array.isArray(holder)) add(name, value);
  if (action === 'rename' && !Array.isArray(holder)) add(name, holder[key]);
  if (action === 'drop' || action === 'rename') delete holder[key];
}
