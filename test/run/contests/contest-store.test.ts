// Of all that have a key in common one stays, whatever comes between them and whoever asks.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsAsync } from '../../property.ts';
import { answers, decided, entityOf, letStay, type Line } from './lines.ts';

function lineOf(json: string, key: readonly number[], index: number, shard = 0): Line {
  return { json, key, index, shard };
}

function duplicates(folder: string): string[] {
  return readFileSync(join(folder, 'duplicates.ndjson'), 'utf8').split('\n').slice(0, -1);
}

describe('a contest', () => {
  it('is won by whom the judge chooses, and is none where a key comes once', async () => {
    const lines = ['a', 'b', 'a', 'c', 'a'].map((letter, i) =>
      lineOf(`{"id":"${letter}${i}"}`, [letter.charCodeAt(0), -1, 0, 0], i),
    );
    const winner = '{"id":"a2"}';
    expect(answers(await decided(lines, letStay(1)), lines)).toEqual([
      { wins: false, winner },
      undefined,
      { wins: true, winner },
      undefined,
      { wins: false, winner },
    ]);
  });

  it('tells keys apart of which 64 bits are the same', async () => {
    const lines = [1, 2, 1, 3, 2].map((third, i) => lineOf(`{"n":${i}}`, [7, -7, third, 0], i));
    expect(answers(await decided(lines, letStay(0)), lines)).toEqual([
      { wins: true, winner: '{"n":0}' },
      { wins: true, winner: '{"n":1}' },
      { wins: false, winner: '{"n":0}' },
      undefined,
      { wins: false, winner: '{"n":1}' },
    ]);
  });

  it('tells those of one record apart by their order, and records of several shards by their shard', async () => {
    const key = [5, 5, 5, 5];
    const lines = [0, 0, 0, 1, 0].map((index, i) => lineOf(`{"n":${i}}`, key, index, i === 4 ? 1 : 0));
    for (const chosen of [0, 1, 2, 3, 4]) {
      const folder = await decided(lines, letStay(chosen));
      expect(answers(folder, lines).map((answer) => answer!.wins)).toEqual(lines.map((_, i) => i === chosen));
      // Another thread is asked for the second record and for the other shard alone.
      const rest = lines.slice(3);
      expect(answers(folder, rest).map((answer) => answer!.wins)).toEqual(rest.map((_, i) => i + 3 === chosen));
    }
  });

  it('writes a line for each loser, in the order of the data', async () => {
    const texts = [
      '{"id":"u1","mail":"x"}',
      '{"id":"v1","mail":"y"}',
      '{"id":7,"mail":"x","big":12345678901234567890}',
      '{"mail":"y"}',
      '{"id":"u3","mail":"x","name":"J\\u00f6"}',
      '{"id":"w","mail":"z"}',
    ];
    const lines = texts.map((text, i) => lineOf(text, [text.charCodeAt(text.indexOf('mail') + 7), 0, 0, 0], i));
    const folder = await decided(lines, letStay(1));
    expect(duplicates(folder)).toEqual([
      '{"entity":"even","id":"u1","winner":7,"doc":{"id":"u1","mail":"x"}}',
      '{"entity":"odd","id":"v1","doc":{"id":"v1","mail":"y"}}',
      '{"entity":"even","id":"u3","winner":7,"doc":{"id":"u3","mail":"x","name":"J\\u00f6"}}',
    ]);
    expect(duplicates(await decided(lines, letStay(0)))[1]).toBe('{"entity":"odd","winner":"v1","doc":{"mail":"y"}}');
  });

  it('without losers leaves an empty file, and none where nobody wants to know', async () => {
    const lines = ['a', 'b'].map((letter, i) => lineOf('{}', [letter.charCodeAt(0), 0, 0, 0], i));
    const told = await decided(lines, letStay(0));
    expect(duplicates(told)).toEqual([]);
    expect(answers(told, lines)).toEqual([undefined, undefined]);
    expect(readdirSync(await decided([...lines, ...lines], letStay(0), false)).toSorted()).toEqual([
      'outcomes',
      'outcomes.index',
      'outcomes.index.ranges',
    ]);
    expect(answers(await decided([], letStay(0)), lines)).toEqual([undefined, undefined]);
  });

  it('keeps nothing but what was decided', async () => {
    const lines = [0, 1, 2].map((i) => lineOf('{}', [0, 0, 0, i % 2], i));
    expect(readdirSync(await decided(lines, letStay(0))).toSorted()).toEqual([
      'duplicates.ndjson',
      'outcomes',
      'outcomes.index',
      'outcomes.index.ranges',
    ]);
  });

  it('finds the winner of a key that very many have', async () => {
    const count = 150_000;
    let taken = 0;
    const judge = {
      take: () => void taken++,
      finish(output: { text(text: string): void }): number {
        output.text('{}');
        return 70_000;
      },
    };
    const lines = Array.from({ length: count }, (_, i) => lineOf('{}', [1, 2, 3, 4], i));
    const folder = await decided(lines, judge);
    expect(taken).toBe(count);
    const around = lines.slice(69_999, 70_002);
    expect(answers(folder, around).map((answer) => answer!.wins)).toEqual([false, true, false]);
    expect(duplicates(folder)).toHaveLength(count - 1);
  }, 60_000);

  it('comes to what a look at all of them says', async () => {
    const entry = fc.record({ key: fc.integer({ min: 0, max: 12 }), sameRecord: fc.boolean(), size: fc.nat(9_000) });
    await holdsAsync(
      fc.asyncProperty(fc.array(entry, { maxLength: 60 }), fc.nat(3), async (entries, chosen) => {
        let index = 0;
        const lines = entries.map(({ key, sameRecord, size }, i): Line => {
          if (!sameRecord) index++;
          const json = `{"id":"${i}","t":"${'x'.repeat(size)}"}`;
          // Of two keys 64 bits are the same.
          return { json, key: [key % 7, key, key > 6 ? 1 : 0, 0], shard: index > 20 ? 1 : 0, index };
        });
        const folder = await decided(lines, letStay(chosen));
        const expected = lines.map((line) => {
          const rivals = lines.filter(({ key }) => String(key) === String(line.key));
          const winner = rivals[Math.min(chosen, rivals.length - 1)]!;
          return rivals.length === 1 ? undefined : { wins: winner === line, winner: winner.json };
        });
        expect(answers(folder, lines)).toEqual(expected);
        const losers = lines.flatMap((line, i) => {
          const answer = expected[i];
          if (answer === undefined || answer.wins) return [];
          const { id } = JSON.parse(answer.winner) as { id: string };
          const entity = entityOf(line);
          const other = entityOf(lines[Number(id)]!);
          const winnerEntity = other === entity ? '' : `,"winnerEntity":"${other}"`;
          return `{"entity":"${entity}","id":"${i}","winner":"${id}"${winnerEntity},"doc":${line.json}}`;
        });
        expect(duplicates(folder)).toEqual(losers);
      }),
      60,
    );
  }, 60_000);
});
