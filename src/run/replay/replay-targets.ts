/** What does the target hold already? One pass over each of its files, for the keys that a replay makes. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '../../document/document.ts';
import { parseDocument } from '../../document/parse.ts';
import { withoutSystemProperties } from '../../document/system-properties.ts';
import { Tape } from '../../document/tape.ts';
import { Fatal } from '../../errors.ts';
import type { ContainerPlan, Plan } from '../../plan/plan.ts';
import { fileShard } from '../../source/file-shard.ts';
import type { Sink } from '../../sink/sink.ts';
import type { SavedRun } from '../../state/saved-run.ts';
import { Holders } from './holders.ts';
import { OutputKeys } from './output-keys.ts';

export interface ReplayTarget {
  readonly container: ContainerPlan;
  /** Its file, and the length that the run left. */
  readonly path: string;
  readonly length: number;
  /** Where what is added is made. */
  readonly staged: string;
  readonly holders: Holders;
  readonly counts: {
    /** In the file. */
    documents: number;
    bytes: number;
    maxItemBytes: number;
    added: number;
    addedBytes: number;
    /** Replayed documents that were there already. */
    there: number;
  };
}

/** @throws Fatal when a file is not as the run left it */
export function replayTargets(plan: Plan, saved: SavedRun, folder: string): ReplayTarget[] {
  return plan.containers.map((container) => {
    const path = join(saved.target.folder!, `${container.label}.ndjson`);
    const length = saved.files[path] ?? 0;
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && (saved.files[path] === undefined || found.size !== length)) throw changed(path, length);
    if (found === undefined && length > 0) throw changed(path, length);
    const counts = { documents: 0, bytes: 0, maxItemBytes: 0, added: 0, addedBytes: 0, there: 0 };
    const staged = join(folder, `${container.label}.ndjson`);
    return { container, path, length, staged, holders: new Holders(), counts };
  });
}

/** Takes what a replay makes and remembers its keys, to look for them in the target. */
export function keySink(targets: readonly ReplayTarget[]): Pick<Sink, 'check' | 'take'> {
  const keys = new Map(
    targets.map(({ container, holders }) => [container.label, { keys: new OutputKeys(container), holders }]),
  );
  return {
    check: () => undefined,
    take({ document, container }) {
      const { keys: of, holders } = keys.get(container)!;
      of.read(document.tape, rootOf(document));
      holders.expect(of.hash.high, of.hash.low);
      return 0;
    },
  };
}

export interface Scanning {
  readonly signal: AbortSignal;
  readonly onProgress:
    | ((progress: { phase: string; documents: number; bytesRead: number; bytesTotal: number }) => void)
    | undefined;
}

/** Looks for the keys of a target in its file. */
export async function scanTarget(target: ReplayTarget, { signal, onProgress }: Scanning): Promise<void> {
  const { container, path, length, holders, counts } = target;
  if (length === 0) return;
  const keys = new OutputKeys(container);
  const tape = new Tape();
  const phase = `looking at ${container.label}`;
  const plan = { entity: container.label, file: path, maxDocument: Number.POSITIVE_INFINITY };
  for await (const batch of fileShard(0, plan, { name: path, path, size: length, isPipe: false }).batches()) {
    const { text, count, starts, ends, offset, utf8, broken } = batch;
    if (broken.length > 0) throw changed(path, length);
    for (let i = 0; i < count; i++) {
      const [start, end] = [starts[i]!, ends[i]!];
      tape.begin(text);
      const root = parseDocument(tape, text, start, end, utf8);
      if (typeof root !== 'number') throw changed(path, length);
      keys.read(tape, root);
      const { high, low } = keys.hash;
      if (holders.expects(high, low))
        holders.put(high, low, { offset: offset + start, length: end - start, isAdded: false });
      counts.documents++;
      counts.bytes += end - start;
      counts.maxItemBytes = Math.max(counts.maxItemBytes, end - start);
    }
    onProgress?.({ phase, documents: counts.documents, bytesRead: batch.bytesRead, bytesTotal: length });
    if (signal.aborted) return;
  }
}

function rootOf({ tape, root }: Document): number {
  return withoutSystemProperties(tape, root);
}

function changed(path: string, length: number): Fatal {
  return new Fatal('usage', `${path} is not as the run left it, with ${length} bytes of documents.`, {
    advice: 'A replay has to know what is there: put the file back, or run the plan anew.',
  });
}
