// Puts documents through the embedded sink as a run does, and gathers what came of them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Document } from '../../src/document/document.ts';
import type { Notice } from '../../src/document/notice.ts';
import { parseDocument } from '../../src/document/parse.ts';
import { parsePath } from '../../src/document/path.ts';
import { Tape } from '../../src/document/tape.ts';
import type { ContainerPlan } from '../../src/plan/plan.ts';
import { EmbeddedSink, type EmbeddedSinkOptions } from '../../src/sink/embedded.ts';
import type { LateAnswer, Refusal, SinkSummary } from '../../src/sink/sink.ts';

export interface TakenDocument {
  /** JSON text, or a value to be printed. */
  readonly doc: unknown;
  readonly container?: string;
  readonly entity?: string;
  readonly shard?: number;
  readonly index?: number;
  readonly ordinal?: number;
  readonly parent?: number;
  readonly family?: number;
}

export interface RunResult {
  /** Answers of `take` that were no lengths. */
  readonly refused: Refusal[];
  readonly late: (Omit<LateAnswer, 'text'> & { readonly text: string })[];
  readonly notices: Notice[];
  readonly summary: SinkSummary;
  /** The lines of `<label>.ndjson`. */
  readonly lines: Readonly<Record<string, string[]>>;
  /** What the function given as `inspect` answered while the store was still there. */
  readonly inspected: unknown;
}

export function containerPlan(
  label: string,
  partitionKey: string | string[],
  more: Partial<ContainerPlan> & { readonly keys?: (string | string[])[] } = {},
): ContainerPlan {
  const { keys = [], ...rest } = more;
  return {
    label,
    name: label,
    entities: ['thing'],
    partitionKey: [partitionKey].flat().map(parsePath),
    uniqueKeys: keys.map((paths) => [paths].flat().map(parsePath)),
    write: 'create',
    onConflict: 'reject',
    conflicts: 'decided',
    policies: {},
    ...rest,
  };
}

export async function runEmbedded(
  containers: readonly ContainerPlan[],
  documents: Iterable<TakenDocument>,
  options: Partial<EmbeddedSinkOptions> & {
    readonly inspect?: (folder: string) => unknown;
  } = {},
): Promise<RunResult> {
  const { inspect, ...sinkOptions } = options;
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
  const out = join(folder, 'out');
  try {
    const notices: Notice[] = [];
    const observe = (notice: Notice): void => void notices.push(notice);
    const sink = await EmbeddedSink.open({ folder: join(folder, 'store'), containers, out, observe, ...sinkOptions });
    const refused: Refusal[] = [];
    const late: RunResult['late'][number][] = [];
    const tape = new Tape();
    let index = 0;
    for (const taken of documents) {
      const answer = takeOne(sink, tape, taken, containers[0]!.label, index++);
      if (typeof answer !== 'number') refused.push(answer);
      if (index % 500 === 0) await sink.drain();
    }
    const summary = await sink.finish({
      answer: (one) => void late.push({ ...one, text: one.text.toString('utf8') }),
      announce: (_files, publish) => publish(),
      whileHeld: (act) => act(),
    });
    const lines = Object.fromEntries(
      containers.map(({ label }) => [
        label,
        readFileSync(join(out, `${label}.ndjson`), 'utf8')
          .split('\n')
          .slice(0, -1),
      ]),
    );
    return { refused, late, notices, summary, lines, inspected: inspect?.(join(folder, 'store')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function takeOne(sink: EmbeddedSink, tape: Tape, taken: TakenDocument, label: string, index: number): number | Refusal {
  const { doc, container = label, entity = 'thing', parent = -1, family = 0 } = taken;
  const document = documentOf(tape, doc, entity);
  const origin = { shard: taken.shard ?? 0, index: taken.index ?? index, ordinal: taken.ordinal ?? 0 };
  const place = { source: 'things.ndjson', line: index + 1, offset: index * 10 };
  return sink.take({ document, container, origin, parent, family, isThere: false }, place);
}

/** Puts JSON on a tape. */
export function documentOf(tape: Tape, doc: unknown, entity: string = 'thing'): Document {
  const text = Buffer.from(`${typeof doc === 'string' ? doc : JSON.stringify(doc)}\n`);
  tape.begin(text);
  const root = parseDocument(tape, text, 0, text.length - 1, false);
  if (typeof root !== 'number') throw new Error(`${root.problem} at ${root.at}`);
  return new Document(tape, entity, root);
}
