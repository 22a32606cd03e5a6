// Do conditions and expressions decide the same in worker threads, and are the documents that they leave out counted?
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { folderWith, planIn, type Ran, runIn } from './running.ts';

const PLAN = `version: 1
name: expressions
source: { file: in.ndjson, entity: order }
transforms:
  - where: doc.status in ["open", "paid"] && now > timestamp("2020-01-01")
  - set:
      /total: { expr: "doc.lines.map(line, line.qty * line.price)" }
      /next: { expr: "doc.number + 1" }
  - split: { path: /lines, into: line, count: lineCount }
    if: size(doc.lines) > 1
  - set: { /large: true }
    for: line
    if: doc.qty >= 3 || doc.missing > 1
containers:
  orders: { entities: [order], partitionKey: /id }
  lines: { entities: [line], partitionKey: /id }
`;

const ORDERS = Array.from({ length: 4_000 }, (_, i) => {
  const lines = Array.from({ length: i % 4 }, (_line, k) => `{"id":"${k}","qty":${k + 1},"price":${i / 8 + k}}`);
  const number = i % 10 === 0 ? '9007199254740993' : i % 301 === 0 ? '1e400' : String(i);
  return `{"id":"o${i}","status":"${['open', 'done', 'paid'][i % 3]}","number":${number},"lines":[${lines.join(',')}]}\n`;
}).join('');

it('leave the same with workers as alone, rejects included', async () => {
  const ran = async (more: Parameters<typeof runIn>[3]): Promise<Ran & { readonly rejectsText: string }> => {
    const folder = folderWith({ 'in.ndjson': ORDERS });
    const result = await runIn(folder, await planIn(folder, PLAN), 'folder', more);
    return { ...result, rejectsText: readFileSync(join(folder, 'state/rejects.ndjson'), 'utf8') };
  };
  const alone = await ran({ workers: 1 });
  const shared = await ran({ workers: 3, workersFrom: 0 });
  expect(shared.files).toEqual(alone.files);
  expect(shared.rejectsText).toBe(alone.rejectsText);
  expect(shared.report.entities).toEqual(alone.report.entities);

  expect(alone.report.balance.ok).toBe(true);
  expect(alone.report.entities['order']).toMatchObject({ read: 4_000, filtered: 1_333 });
  expect(alone.files['orders.ndjson']![0]).toBe(
    '{"id":"o0","status":"open","number":9007199254740993,"lines":[],"total":[],"next":9007199254740994}',
  );
  // A child whose missing property decides nothing else is rejected alone.
  const rejected = new Set(alone.rejects.map(({ entity, step, code }) => `${entity} ${step} ${code}`));
  expect(rejected).toEqual(new Set(['order set EXPRESSION_FAILED', 'line set EXPRESSION_FAILED']));
  expect(alone.files['lines.ndjson']!.every((line) => line.includes('"large":true'))).toBe(true);
});
