// Do plans turn one version of a shop's model into the next, document for document?
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, planIn, runIn, type Ran } from '../run/running.ts';
import { sharedFolder } from '../shared-folder.ts';

const shared = sharedFolder('data/cosmicworks');

type Json = Readonly<Record<string, unknown>>;

function read(file: string): Json[] {
  return JSON.parse(readFileSync(join(shared!, file), 'utf8')) as Json[];
}

async function rehearse(plan: string): Promise<Ran> {
  const folder = folderWith({});
  const text = plan.replaceAll(/\bv\d-\w+\.json\b/g, (file) => JSON.stringify(join(shared!, file)));
  return runIn(folder, await planIn(folder, `version: 1\nname: shop\n${text}`), 'embedded');
}

function written({ files }: Ran, container: string): Json[] {
  return files[`${container}.ndjson`]!.map((line) => JSON.parse(line) as Json);
}

describe.skipIf(shared === undefined)(
  `a shop that was remodelled${shared === undefined ? ': skipped, there is no ../shared/data/cosmicworks' : ''}`,
  { timeout: 60_000 },
  () => {
    it('looks up the names of categories and tags: version 2 becomes version 3', async () => {
      const ran = await rehearse(`source: { file: v2-product.json, entity: product }
references:
  categories: { file: v2-productCategory.json }
  tags: { file: v2-productTag.json }
transforms:
  - lookup:
      { in: categories, local: /categoryId, foreign: /id, as: /categoryName, pick: /name, one: true, missing: reject }
  - lookup: { in: tags, local: /tagIds/*, foreign: /id, as: /tags, pick: [/id, /name], missing: reject }
  - remove: [/tagIds]
containers:
  products: { entities: [product], partitionKey: /categoryId }
`);
      expect(ran.exitStatus).toBe(0);
      expect(ran.report.findings).toEqual([]);
      expect(written(ran, 'products')).toEqual(read('v3-product.json'));
    });

    it('says what is a category and what a tag: version 1 becomes version 2', async () => {
      const ran = await rehearse(`sources:
  category: { file: v1-productCategory.json }
  tag: { file: v1-productTag.json }
transforms:
  - type: type
containers:
  categories: { entities: [category], partitionKey: /type }
  tags: { entities: [tag], partitionKey: /type }
`);
      expect(ran.exitStatus).toBe(0);
      expect(byId(written(ran, 'categories'))).toEqual(byId(read('v2-productCategory.json')));
      expect(byId(written(ran, 'tags'))).toEqual(byId(read('v2-productTag.json')));
    });

    it('turns the list of tags round: every tag of version 2 knows its products', async () => {
      const ran = await rehearse(`source: { file: v2-productTag.json, entity: tag }
references:
  products: { file: v2-product.json }
transforms:
  - lookup:
      { in: products, local: /id, foreign: '/tagIds/*', as: /productIds, pick: /id, aggregate: { products: count } }
containers:
  tags: { entities: [tag], partitionKey: /type }
`);
      const products = read('v2-product.json');
      const expected = read('v2-productTag.json').map((tag) => {
        const productIds = products
          .filter(({ tagIds }) => (tagIds as unknown[]).includes(tag['id']))
          .map(({ id }) => id);
        return { ...tag, productIds, products: productIds.length };
      });
      expect(written(ran, 'tags')).toEqual(expected);
      expect(expected.reduce((sum, { products: count }) => sum + count, 0)).toBe(767);
    });
  },
);

function byId(documents: readonly Json[]): Json[] {
  return documents.toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));
}
