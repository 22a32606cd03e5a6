// A contest over lines of JSON, and a judge that lets one of each key stay.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Document } from '../../../src/document/document.ts';
import { parseDocument } from '../../../src/document/parse.ts';
import { Tape } from '../../../src/document/tape.ts';
import { wireText } from '../../../src/document/wire-text.ts';
import { ContestStore } from '../../../src/run/contests/contest-store.ts';
import { FoundOutcomes } from '../../../src/run/contests/found-outcomes.ts';
import type { Judge } from '../../../src/transform/contest.ts';
import { folderWith } from '../running.ts';

export interface Line {
  readonly json: string;
  readonly key: readonly number[];
  readonly shard: number;
  readonly index: number;
}

/** The so-many-th of those with a key stays, or the last one where there are not so many. */
export function letStay(which: number): Judge {
  const texts: string[] = [];
  return {
    take: ({ tape, root }) => void texts.push(wireText(tape, root).toString()),
    finish(output) {
      const chosen = Math.min(which, texts.length - 1);
      output.text(texts[chosen]!);
      texts.length = 0;
      return chosen;
    },
  };
}

export async function decided(lines: readonly Line[], judge: Judge, tellsLosers = true): Promise<string> {
  const folder = join(folderWith({}), 'contest');
  mkdirSync(folder);
  const store = new ContestStore(folder, { judge, tellsLosers, enter: () => {} });
  const tape = new Tape();
  for (const { json, key, shard, index } of lines) {
    const bytes = Buffer.from(`${json}\n`);
    tape.begin(bytes);
    const root = parseDocument(tape, bytes, 0, bytes.length - 1, true);
    if (typeof root !== 'number') throw new Error(root.problem);
    store.enter(new Document(tape, entityOf({ index }), root), Int32Array.from(key), { shard, index });
  }
  await store.finish(() => Promise.resolve());
  store.close();
  return folder;
}

/** What is answered for each of the lines. */
export function answers(folder: string, lines: readonly Line[]): (undefined | { wins: boolean; winner: string })[] {
  const outcomes = new FoundOutcomes(folder, 1 << 20);
  const tape = new Tape();
  const answered = lines.map(({ key, shard, index }) => {
    const outcome = outcomes.of(Int32Array.from(key), { shard, index });
    if (outcome === undefined) return undefined;
    tape.begin(Buffer.alloc(1));
    return { wins: outcome.wins, winner: wireText(tape, outcome.winner(tape)).toString() };
  });
  outcomes.close();
  return answered;
}

/** Every second record is of another entity. */
export function entityOf({ index }: Pick<Line, 'index'>): string {
  return index % 2 === 0 ? 'even' : 'odd';
}
