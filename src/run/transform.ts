/**
 * What do the documents of a stream become? A filter: lines in, lines out, in the same order, with nothing kept and
 * nothing looked at in any container. What cannot go on is written elsewhere with its reason and its text.
 */
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Fatal } from '../errors.ts';
import { EXIT_STATUS, type ExitStatus } from '../exit-status.ts';
import type { Plan } from '../plan/plan.ts';
import { RejectLines } from '../report/reject-lines.ts';
import { balance, Tally } from '../report/tally.ts';
import { openFileSources } from '../source/open-file-sources.ts';
import { passDocuments, type PassingSink } from './pass-documents.ts';
import { StreamSink } from './transform/stream-sink.ts';
import { transformPlan, type Wanted } from './transform/transform-plan.ts';
import { isWithoutReader, written } from './transform/written.ts';

export interface TransformOptions extends Wanted {
  readonly input: Readable;
  readonly output: Writable;
  /** Takes rejects, as lines of JSON. */
  readonly rejects: Writable;
  /** Milliseconds since 1970, for steps that depend on time. @default now */
  readonly startedAt?: number;
}

export interface TransformResult {
  readonly exitStatus: ExitStatus;
  /** Records that were read. */
  readonly documents: number;
  readonly rejected: number;
}

/**
 * A reader that has seen enough is no error: then the rest stays unread.
 * @throws Fatal when the plan is none for a filter, the input cannot be read to its end, or rejects find no reader
 */
export async function transform(plan: Plan, options: TransformOptions): Promise<TransformResult> {
  const { input, output, rejects, startedAt = Date.now() } = options;
  const filter = transformPlan(plan, options);
  const tally = new Tally();
  const lines = new RejectLines(() => {});
  const gone = new AbortController();
  const sink = new StreamSink(output, options.tagged === true);
  const writing: PassingSink = {
    check: () => sink.check(),
    take: (taken) => sink.take(taken),
    async drain() {
      await sink.drain().catch((error: unknown) => {
        if (!isWithoutReader(error)) throw error;
        gone.abort();
      });
      await drainRejects(lines, rejects);
    },
    finish: () => sink.finish(),
  };
  // What fails is met where it is written.
  for (const stream of [output, rejects]) stream.on('error', ignore);
  try {
    const shards = await openFileSources(filter.sources, dirname(plan.file), input);
    const books = { tally, observe: () => {}, rejects: lines };
    await passDocuments(filter, shards, { sink: writing, books, startedAt, signal: gone.signal });
  } finally {
    for (const stream of [output, rejects]) stream.off('error', ignore);
  }
  const rejected = tally.rejected();
  return { exitStatus: statusOf(tally, rejected), documents: tally.source.documents, rejected };
}

async function drainRejects(lines: RejectLines, stream: Writable): Promise<void> {
  if (lines.length === 0) return;
  try {
    await written(stream, lines.waiting);
  } catch (error) {
    if (!isWithoutReader(error)) throw error;
    throw new Fatal('fatal', 'Nobody takes the rejects any more, and they would be lost.', {
      cause: error,
      advice: 'Name a file for them with --rejects.',
    });
  }
  lines.clear();
}

function statusOf(tally: Tally, rejected: number): ExitStatus {
  if (!balance(tally.snapshot()).ok) return EXIT_STATUS.unbalanced;
  return rejected > 0 ? EXIT_STATUS.rejects : EXIT_STATUS.done;
}

function ignore(): void {}
