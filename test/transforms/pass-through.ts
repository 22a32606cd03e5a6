// Passes lines of JSON through the steps of a plan, and collects what comes out.
import { Buffer } from 'node:buffer';
import { createHash, createHmac } from 'node:crypto';
import { Document } from '../../src/document/document.ts';
import { parseDocument } from '../../src/document/parse.ts';
import type { Rejection } from '../../src/document/rejection.ts';
import { Tape } from '../../src/document/tape.ts';
import { wireText } from '../../src/document/wire-text.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { Chain } from '../../src/transform/chain.ts';
import type { ChainOutlet } from '../../src/transform/outlet.ts';

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

/** Takes down what the chain says, line by line. */
export class Collected {
  /** The one that is passing, from 1. */
  line = 0;
  readonly #rejects: string[] = [];
  readonly #documents: Record<string, string[]> = {};
  readonly #departures: string[] = [];
  readonly #lost = new Map<string, number>();

  readonly outlet: ChainOutlet = {
    emit: ({ tape, entity, root }) => {
      (this.#documents[entity] ??= []).push(wireText(tape, root).toString());
      return 0;
    },
    check: () => undefined,
    reject: (_document, _step, rejection) => this.reject(this.line, rejection),
    leave: (_document, departure) =>
      void this.#departures.push(JSON.stringify({ line: this.line, as: departure.description })),
    made: () => undefined,
    drop: (step, path, count) => {
      const key = JSON.stringify({ path, step });
      this.#lost.set(key, (this.#lost.get(key) ?? 0) + count);
    },
    note: () => undefined,
  };

  reject(line: number, { code, path }: Pick<Rejection, 'code' | 'path'>): void {
    this.#rejects.push(JSON.stringify({ line, code, path }));
  }

  get passed(): Passed {
    return {
      documents: this.#documents,
      rejects: this.#rejects,
      lost: [...this.#lost].map(([key, count]) => `${key.slice(0, -1)},"count":${count}}`),
      departures: this.#departures,
    };
  }
}

export function passThrough(plan: Pick<Plan, 'steps' | 'entities' | 'sources'>, lines: readonly string[]): Passed {
  const collected = new Collected();
  const chain = new Chain(
    plan.steps,
    {
      startedAt: 0,
      entities: plan.entities,
      sha256: (text) => createHash('sha256').update(text).digest('hex'),
      hmac: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
    },
    collected.outlet,
  );
  const tape = new Tape();
  for (const text of lines) {
    collected.line++;
    const bytes = Buffer.from(`${text}\n`);
    tape.begin(bytes);
    const value = parseDocument(tape, bytes, 0, bytes.length - 1, false);
    if (typeof value !== 'number') throw new Error(`Line ${collected.line} is no document: ${value.problem}`);
    chain.pass(new Document(tape, plan.sources[0]!.entity, value), { shard: 0, index: 0 });
  }
  return collected.passed;
}
