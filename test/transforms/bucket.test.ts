import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyTree, print } from '../document/json-tree.ts';
import { holdsAsync } from '../property.ts';
import { recorded } from '../transform/recorded.ts';

describe('bucket', () => {
  it('loses nothing: the buckets together are the array, each as full as may be', async () => {
    const cut = fc.record({
      size: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
      bytes: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
      keepFirst: fc.boolean(),
    });
    await holdsAsync(
      fc.asyncProperty(fc.array(anyTree, { maxLength: 20 }), cut, async (elements, { size, bytes, keepFirst }) => {
        fc.pre(size !== undefined || bytes !== undefined);
        const texts = elements.map((element) => print(element));
        const limits = [size === undefined ? '' : `size: ${size},`, bytes === undefined ? '' : `bytes: ${bytes},`];
        const step = `- bucket: { path: /r, into: page, ${limits.join(' ')} link: { of: /id }, keepFirst: ${keepFirst} }`;
        const { texts: made } = await recorded(step, [`{"id":"d","r":[${texts.join(',')}]}`]);
        const pages = made['page'] ?? [];
        const kept = keepFirst ? [(JSON.parse(made['post']![0]!) as { r: unknown[] }).r.length] : [];
        const counts = pages.map((page) => (JSON.parse(page) as { r: unknown[] }).r.length);
        const cuts = [...kept, ...counts];
        let at = 0;
        const parts = cuts.map((count) => texts.slice(at, (at += count)));
        const asDocument = (part: readonly string[], number: number): string =>
          `{"id":"d:${number}","of":"d","r":[${part.join(',')}]}`;
        const numbered = parts.map((part, i) => asDocument(part, i)).slice(kept.length);
        expect(pages).toEqual(numbered);
        expect(at).toBe(texts.length);
        for (const [i, part] of parts.entries()) {
          const fits = (one: readonly string[]): boolean =>
            one.length <= (size ?? Infinity) && Buffer.byteLength(asDocument(one, i)) <= (bytes ?? Infinity);
          expect(part.length <= 1 || fits(part)).toBe(true);
          const next = parts[i + 1];
          expect(next !== undefined && part.length > 0 && fits([...part, next[0]!])).toBe(false);
        }
      }),
      200,
    );
  });

  it('makes no bucket of a document that it rejects', async () => {
    const { events, made } = await recorded('- bucket: { path: /a/*/r, into: page, size: 1 }', [
      '{"id":"d","a":[{"r":[1,2]},{"r":"none"}]}',
    ]);
    expect(events).toEqual(['reject post d at bucket: NOT_AN_ARRAY']);
    expect(made).toEqual({});
  });
});
