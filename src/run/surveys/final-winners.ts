/**
 * Who stands for a document behind several steps that take duplicates out? The one that stayed in its place may have been
 * taken out by a later step. So from the last step to the first, the lines of each are copied with the winners that are
 * left in the end.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppendFile } from '../../container/append-file.ts';
import { Document } from '../../document/document.ts';
import { parseDocument } from '../../document/parse.ts';
import { propertyPath } from '../../document/path.ts';
import { readAt } from '../../document/read.ts';
import { sameValue } from '../../document/same-value.ts';
import { MISSING, Tape, type Value } from '../../document/tape.ts';
import { writeText } from '../../document/wire-text.ts';
import { damaged } from '../../reopened-file.ts';
import type { SourcePlan } from '../../plan/plan.ts';
import type { RecordBatch, Shard } from '../../source/source.ts';
import type { ReferenceIndex } from '../../transform/reference.ts';
import { indexReference } from '../references/index-reference.ts';
import { openSurveyed } from './index-survey.ts';

const ENTITY = propertyPath('entity');
const ID = propertyPath('id');
const WINNER = propertyPath('winner');
/** Where it is not that of the line. */
const WINNER_ENTITY = propertyPath('winnerEntity');
/** Bytes of each file that are kept in memory. */
const CACHE = 4 << 20;

export interface FinalWinners {
  /** Is there, and is for this alone. */
  readonly folder: string;
  readonly signal: AbortSignal | undefined;
  readonly plan: SourcePlan;
  /** A file of such lines, to be read. */
  readonly shardOf: (path: string) => Shard;
}

/** The files with the lines, in the same order. @param files of the steps, the first step's first */
export async function withFinalWinners(files: readonly string[], setting: FinalWinners): Promise<readonly string[]> {
  if (files.length < 2) return files;
  const { folder, signal, plan, shardOf } = setting;
  const final: string[] = [];
  /** By their ids, what later steps have taken out; the nearest step first. */
  const later: ReturnType<typeof openSurveyed>[] = [];
  try {
    for (const [number, file] of [...files.entries()].toReversed()) {
      const own = join(folder, `step-${number}`);
      mkdirSync(own, { mode: 0o700 });
      const path = later.length === 0 ? file : join(own, 'final.ndjson');
      const indexes = later.map(({ index }) => index);
      if (later.length > 0) await copy(shardOf(file), path, indexes, signal);
      final.unshift(path);
      if (number === 0 || signal?.aborted === true) continue;
      await indexReference({ plan, shards: [shardOf(path)], folder: own, paths: [ID], observe: () => {}, signal });
      later.unshift(openSurveyed(own, CACHE));
    }
  } finally {
    for (const one of later) one.close();
  }
  return final;
}

async function copy(
  shard: Shard,
  path: string,
  later: readonly ReferenceIndex[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const file = AppendFile.create(path);
  const tape = new Tape();
  try {
    for await (const batch of shard.batches({ signal })) {
      for (let i = 0; i < batch.count; i++) {
        const document = lineOf(tape, batch, i);
        replaceWinner(document, later);
        writeText(tape, document.root, file.output);
        file.output.byte(LINE_END);
        file.pass();
      }
      await file.drain();
    }
    await file.end();
  } finally {
    file.close();
  }
}

/** Where the winner was taken out later, the one that is left in its place stands in the line. */
function replaceWinner(document: Document, later: readonly ReferenceIndex[]): void {
  const { tape, root } = document;
  const winner = readAt(tape, root, WINNER);
  if (winner === MISSING) return;
  const entity = winnerEntity(tape, root);
  for (const index of later) {
    for (const place of index.candidates(tape, winner, 'value')) {
      const line = index.documentAt(tape, place);
      const id = readAt(tape, line, ID);
      if (id === MISSING || !sameValue(tape, id, winner) || !sameValue(tape, readAt(tape, line, ENTITY), entity))
        continue;
      const last = readAt(tape, line, WINNER);
      if (last === MISSING) return;
      document.set(WINNER, last);
      const other = winnerEntity(tape, line);
      if (sameValue(tape, other, readAt(tape, root, ENTITY))) document.remove(WINNER_ENTITY);
      else document.set(WINNER_ENTITY, other);
      return;
    }
  }
}

function winnerEntity(tape: Tape, line: Value): Value {
  const other = readAt(tape, line, WINNER_ENTITY);
  return other === MISSING ? readAt(tape, line, ENTITY) : other;
}

function lineOf(tape: Tape, { text, starts, ends, utf8 }: RecordBatch, i: number): Document {
  tape.begin(text);
  const root = parseDocument(tape, text, starts[i]!, ends[i]!, utf8);
  if (typeof root !== 'number') throw damaged('What dedupe has taken out is not what was written.');
  return new Document(tape, '', root);
}

const LINE_END = 10;
