// Are only those files replaced that the last run of the plan has left?
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith, planIn, runIn } from './running.ts';

const PLAN = `version: 1
name: posts
source: { file: in.ndjson, entity: post }
containers:
  posts: { entities: [post], partitionKey: /id }
  again: { entities: [post], partitionKey: /id }
`;

it('still takes nothing for its own that it does not know', async () => {
  const folder = folderWith({ 'in.ndjson': '{"id":"p"}\n' });
  const plan = await planIn(folder, PLAN);
  await runIn(folder, plan);
  writeFileSync(join(folder, 'in.ndjson'), '{"id":"p"}\n{"id":"q"}\n');
  await runIn(folder, plan);
  // As long as the one that was replaced.
  writeFileSync(join(folder, 'out/posts.ndjson'), '{"id":"x"}\n');
  await expect(runIn(folder, plan)).rejects.toMatchObject({ exitStatus: 2 });
});
