// What is gathered by key comes again group by group, also when it is combined twice.
import { appendFileSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Document } from '../../../src/document/document.ts';
import { reject } from '../../../src/document/rejection.ts';
import { wireText } from '../../../src/document/wire-text.ts';
import { parsedJson } from '../../../src/document/parsed-json.ts';
import { GatheredByKey } from '../../../src/run/gathered/by-key.ts';
import type { Settled } from '../../../src/document/settled.ts';
import type { Barrier, Combiner, Refused } from '../../../src/transform/gathering.ts';
import { folderWith } from '../running.ts';

/** Makes a line of the texts of a group; groups that hold the word bad come to nothing. */
function lister(): Combiner {
  const texts: string[] = [];
  return {
    take: ({ tape, root }) => void texts.push(wireText(tape, root).toString()),
    finish(output) {
      const isBad = texts.some((text) => text.includes('bad'));
      output.text(`[${texts.join()}]`);
      texts.length = 0;
      return isBad ? reject('BAD', 'It is bad.') : undefined;
    },
  };
}

function opened(folder: string, resumed?: Settled, keeps = false): GatheredByKey {
  const setting = { entity: 'made', keeps, combiner: lister() };
  return new GatheredByKey({ index: 0, name: 'list', folder, resumed }, setting);
}

function add(gathering: GatheredByKey, json: string, key: readonly number[], index: number): void {
  const { tape, root } = parsedJson(json);
  const place = { source: 'in', line: index + 1, offset: index * 2 ** 33 };
  gathering.add(new Document(tape, index % 2 === 0 ? 'even' : 'odd', root), Int32Array.from(key), {
    shard: 3,
    index,
    place,
  });
}

async function combined(gathering: GatheredByKey): Promise<{ readonly made: string; readonly refused: Refused[] }> {
  const refused: Refused[] = [];
  const barrier: Barrier = {
    refuse: (one) => Promise.resolve(void refused.push(one)),
    breathe: () => Promise.resolve(),
  };
  await gathering.combine(barrier);
  return { made: readFileSync(gathering.combined.file, 'utf8'), refused };
}

function newFolder(): string {
  const path = join(folderWith({}), 'state');
  mkdirSync(path);
  return path;
}

describe('what is gathered by key', () => {
  it('comes in the order in which each key came first, documents in the order in which they came', async () => {
    const gathering = opened(newFolder());
    const keys = [
      [9, 0, 0, 0],
      [1, 0, 0, 0],
      [9, 0, 0, 0],
      [-5, 0, 0, 0],
      [1, 0, 0, 0],
    ];
    keys.forEach((key, i) => add(gathering, `{"n":${i}}`, key, i));
    expect((await combined(gathering)).made).toBe('[{"n":0},{"n":2}]\n[{"n":1},{"n":4}]\n[{"n":3}]\n');
    gathering.close();
  });

  it('is told apart where 64 bits of the keys are the same', async () => {
    const gathering = opened(newFolder());
    [1, 2, 1, 3, 2].forEach((third, i) => add(gathering, `{"n":${i}}`, [7, -7, third, 0], i));
    expect((await combined(gathering)).made).toBe('[{"n":0},{"n":2}]\n[{"n":1},{"n":4}]\n[{"n":3}]\n');
    gathering.close();
  });

  it('is the same when it is combined again, and when what was not committed is cut off', async () => {
    const path = newFolder();
    const first = opened(path);
    for (let i = 0; i < 3_000; i++) add(first, `{"n":${i},"text":"${'x'.repeat(i % 50)}"}`, [i % 700, 0, 0, 0], i);
    await first.flush();
    const settled = first.settle();
    for (let i = 0; i < 100; i++) add(first, `{"late":${i}}`, [i, 0, 0, 0], i);
    await first.flush();
    first.close();
    const second = opened(path, settled);
    const once = await combined(second);
    second.close();
    expect(once.made).not.toContain('late');
    expect(once.made.split('\n')).toHaveLength(701);
    const third = opened(path, settled);
    expect(await combined(third)).toEqual(once);
    third.close();
  });

  it('grows with texts larger than what is read at once', async () => {
    const gathering = opened(newFolder());
    const texts = [10, 5_000, 4_095, 4_096, 100_000, 1].map((size) => `{"t":"${'é'.repeat(size)}"}`);
    for (const [i, text] of [...texts, ...texts].entries()) add(gathering, text, [i % 6, 0, 0, 0], i);
    const { made } = await combined(gathering);
    expect(made.split('\n').slice(0, -1)).toEqual(texts.map((text) => `[${text},${text}]`));
    gathering.close();
  });

  it('is refused in the order in which it came, with its place and text', async () => {
    const path = newFolder();
    const gathering = opened(path);
    ['{"a":1}', '{"b":1}', '{"a":"bad"}', '{"c":1}', '{"b":"bad"}'].forEach((json, i) =>
      add(gathering, json, [json.charCodeAt(2), 0, 0, 0], i),
    );
    const { made, refused } = await combined(gathering);
    expect(made).toBe('[{"c":1}]\n');
    expect(refused.map(({ origin, line, text, entity }) => [origin, line, text!.toString(), entity])).toEqual([
      [{ shard: 3, index: 0 }, 1, '{"a":1}', 'even'],
      [{ shard: 3, index: 1 }, 2, '{"b":1}', 'odd'],
      [{ shard: 3, index: 2 }, 3, '{"a":"bad"}', 'even'],
      [{ shard: 3, index: 4 }, 5, '{"b":"bad"}', 'even'],
    ]);
    expect(refused[3]).toMatchObject({ index: 0, name: 'list', offset: 4 * 2 ** 33, rejection: { code: 'BAD' } });
    gathering.close();
  });

  it('is refused as what would have been made of it, where it goes on itself', async () => {
    const gathering = opened(newFolder(), undefined, true);
    ['{"a":1}', '{"b":1}', '{"a":"bad"}'].forEach((json, i) => add(gathering, json, [json.charCodeAt(2), 0, 0, 0], i));
    const { refused } = await combined(gathering);
    expect(refused).toMatchObject([{ entity: 'made', origin: { index: 0 } }]);
    expect(refused[0]).not.toHaveProperty('text');
    gathering.close();
  });

  it('stops the run where the files are not what was committed', async () => {
    const path = newFolder();
    const first = opened(path);
    for (let i = 0; i < 10; i++) add(first, `{"n":${i}}`, [i, 0, 0, 0], i);
    await first.flush();
    const settled = first.settle();
    first.close();
    truncateSync(join(path, 'documents.ndjson'), 20);
    expect(() => opened(path, settled)).toThrow(/20 bytes/);
    appendFileSync(join(path, 'documents.ndjson'), Buffer.alloc(1_000));
    expect(() => opened(path, settled)).toThrow(/does not hold/);
  });
});
