import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, planIn, runIn, type Ran } from '../run/running.ts';
import { sharedFolder } from '../shared-folder.ts';

const shared = sharedFolder('data');

/** Rehearses a plan over one of the files. */
async function rehearse(file: string, rest: string): Promise<Ran> {
  const folder = folderWith({});
  const source = JSON.stringify(join(shared!, file));
  const plan = await planIn(folder, `version: 1\nname: data-set\nsource: { file: ${source}, entity: thing }\n${rest}`);
  return runIn(folder, plan, 'embedded');
}

describe.skipIf(shared === undefined)(
  `public data sets${shared === undefined ? ': skipped, there is no ../shared/data' : ''}`,
  { timeout: 120_000 },
  () => {
    it('the tags of products become the 767 documents of the model before', async () => {
      const { files, report, exitStatus } = await rehearse(
        'cosmicworks/v2-product.json',
        `transforms:
  - split:
      path: /tagIds
      into: productTag
      link: { productId: /id }
      value: productTagId
      id: "{parent/id}.{/productTagId}"
containers:
  products: { entities: [thing], partitionKey: /categoryId }
  productTags: { entities: [productTag], partitionKey: /productId, uniqueKeys: [/productTagId] }
`,
      );
      expect(exitStatus).toBe(0);
      expect(report.rejected).toBe(0);
      const expected = JSON.parse(readFileSync(join(shared!, 'cosmicworks/v1-productTags.json'), 'utf8')) as unknown[];
      const made = files['productTags.ndjson']!.map((line) => JSON.parse(line) as unknown);
      expect(made).toHaveLength(767);
      expect(sorted(made)).toEqual(sorted(expected));
      const products = JSON.parse(readFileSync(join(shared!, 'cosmicworks/v1-product.json'), 'utf8')) as unknown[];
      expect(sorted(files['products.ndjson']!.map((line) => JSON.parse(line) as unknown))).toEqual(sorted(products));
    });

    it('637 restaurants lose their URL to an earlier one of their outcode, each told which', async () => {
      const { files, report, rejects, exitStatus } = await rehearse(
        'mongoexport/restaurant.json',
        `transforms:
  - id: "{/_id/$oid}"
containers:
  restaurants: { entities: [thing], partitionKey: /outcode, uniqueKeys: [/URL] }
`,
      );
      expect(exitStatus).toBe(9);
      expect(report.containers['restaurants']!.uniqueConflicts).toBe(637);
      const conflicts = rejects.filter(({ code }) => code === 'UNIQUE_KEY_CONFLICT');
      expect(conflicts).toHaveLength(637);
      expect(rejects).toHaveLength(637);
      const written = files['restaurants.ndjson']!.map(
        (line) => JSON.parse(line) as { id: string; URL: string; outcode: string },
      );
      const winners = new Map(written.map(({ id, URL, outcode }) => [`${outcode} ${URL}`, id]));
      expect(winners.size).toBe(written.length);
      const told = conflicts.map(({ conflictsWith, key }) => [conflictsWith?.id, ...key!.uniqueKey]);
      const right = conflicts.map(({ doc }) => [
        winners.get(`${String(doc!['outcode'])} ${String(doc!['URL'])}`),
        '/URL',
      ]);
      expect(told).toEqual(right);
      expect(report.findings).toContainEqual(expect.objectContaining({ code: 'UNIQUE_KEY_CONFLICT', count: 637 }));
    });

    it('50,000 transactions, packed under the name of plain text, have no id', async () => {
      const { files, report, rejects, exitStatus } = await rehearse(
        'cosmos-labs/transactions.json',
        `transforms: []
containers:
  transactions: { entities: [thing], partitionKey: /id }
`,
      );
      expect(exitStatus).toBe(9);
      expect(report.source.documents).toBe(50_000);
      expect(report.entities['thing']).toMatchObject({ read: 50_000, rejected: 50_000, written: 0 });
      expect(rejects.filter(({ code }) => code !== 'ID_MISSING')).toEqual([]);
      expect(rejects).toHaveLength(50_000);
      expect(files['transactions.ndjson']).toEqual([]);
      expect(report.balance.ok).toBe(true);
    });
  },
);

/** Documents by their text, keys in order. */
function sorted(documents: readonly unknown[]): unknown[] {
  return documents.toSorted((a, b) => (keyed(a) < keyed(b) ? -1 : 1));
}

function keyed(document: unknown): string {
  return JSON.stringify(Object.entries(document as object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
