// Passes lines of JSON through the steps of a plan, and collects what comes out.
import { Buffer } from 'node:buffer';
import { createHash, createHmac } from 'node:crypto';
import { Document } from '../../src/document/document.ts';
import { parseDocument } from '../../src/document/parse.ts';
import { Tape } from '../../src/document/tape.ts';
import { wireText } from '../../src/document/wire-text.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { Chain } from '../../src/transform/chain.ts';

export interface Passed {
  /** Texts of documents, by entity. */
  readonly documents: Readonly<Record<string, readonly string[]>>;
  /** `{"line":…,"code":…,"path":…}` */
  readonly rejects: readonly string[];
  /** `{"path":…,"step":…,"count":…}`, in the order in which they came first. */
  readonly lost: readonly string[];
  /** `{"line":…,"as":"expired"}` */
  readonly departures: readonly string[];
}

export function passThrough(plan: Pick<Plan, 'steps' | 'entities' | 'sources'>, lines: readonly string[]): Passed {
  const documents: Record<string, string[]> = {};
  const rejects: string[] = [];
  const departures: string[] = [];
  const lost = new Map<string, number>();
  let line = 0;
  const chain = new Chain(
    plan.steps,
    {
      startedAt: 0,
      entities: plan.entities,
      sha256: (text) => createHash('sha256').update(text).digest('hex'),
      hmac: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
    },
    {
      emit({ tape, entity, root }) {
        (documents[entity] ??= []).push(wireText(tape, root).toString());
        return 0;
      },
      check: () => undefined,
      reject: (_document, _step, { code, path }) => void rejects.push(JSON.stringify({ line, code, path })),
      leave: (_document, departure) => void departures.push(JSON.stringify({ line, as: departure.description })),
      made: () => undefined,
      drop(step, path, count) {
        const key = JSON.stringify({ path, step });
        lost.set(key, (lost.get(key) ?? 0) + count);
      },
      note: () => undefined,
    },
  );
  const tape = new Tape();
  for (const text of lines) {
    line++;
    const bytes = Buffer.from(`${text}\n`);
    tape.begin(bytes);
    const value = parseDocument(tape, bytes, 0, bytes.length - 1, false);
    if (typeof value !== 'number') throw new Error(`Line ${line} is no document: ${value.problem}`);
    chain.pass(new Document(tape, plan.sources[0]!.entity, value), { shard: 0, index: 0 });
  }
  return {
    documents,
    rejects,
    lost: [...lost].map(([key, count]) => `${key.slice(0, -1)},"count":${count}}`),
    departures,
  };
}
