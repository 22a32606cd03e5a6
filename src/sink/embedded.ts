/**
 * How does a run end up in the embedded container? Each container of the plan is a bulk load; what needs all of them
 * together (families, the order of answers, children whose parent lost) is done here when everything is there.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { BulkLoad } from '../container/bulk-load.ts';
import { publish } from '../container/unfinished-file.ts';
import type { Document } from '../document/document.ts';
import type { Observe } from '../document/notice.ts';
import type { Place } from '../document/position.ts';
import type { Rejection } from '../document/rejection.ts';
import type { Settled } from '../document/settled.ts';
import { Fatal } from '../errors.ts';
import { makeFolders } from '../folders.ts';
import type { ContainerPlan } from '../plan/plan.ts';
import { answerLosers } from './embedded-answers.ts';
import { abortsOnConflict, closeContainer, documentsFile } from './embedded-closing.ts';
import { withFamilies } from './embedded-families.ts';
import type { Decided, Sources, WriteDecided } from './embedded-decided.ts';
import { lengthsIn, markLoads, settleLoads, sourcesIn } from './embedded-state.ts';
import type { ContainerSummary, FinishOptions, Marked, Output, Refusal, Sink, SinkSummary } from './sink.ts';

export interface EmbeddedSinkOptions {
  /** Where the containers are kept, a folder each; unless the run goes on, what an earlier one left there is removed. */
  readonly folder: string;
  readonly containers: readonly ContainerPlan[];
  /** Where the accepted documents are written as `<label>.ndjson`, if anywhere. */
  readonly out?: string;
  readonly observe: Observe;
  /** Whether the source of a shard says `duplicateKeys: last`. */
  readonly takesLastKeys?: (shard: number) => boolean;
  /** What was committed when the run stopped, if it goes on. */
  readonly resumed?: Settled | undefined;
  /** Aborted: documents that are there are not read again to their end. */
  readonly signal?: AbortSignal | undefined;
  /** Where those that won are written to, beside the containers themselves. */
  readonly write?: WriteDecided;
}

export class EmbeddedSink implements Sink {
  readonly #options: EmbeddedSinkOptions;
  readonly #loads: ReadonlyMap<string, BulkLoad>;
  readonly #sources: Sources;
  readonly #entityNumbers: Map<string, number>;

  private constructor(options: EmbeddedSinkOptions, loads: ReadonlyMap<string, BulkLoad>, sources: Sources) {
    this.#options = options;
    this.#loads = loads;
    this.#sources = sources;
    this.#entityNumbers = new Map(sources.entities.map((entity, number) => [entity, number]));
  }

  /**
   * Begins anew, or goes on where `resumed` was committed: then every document that is there is read again. Files are
   * made and cut before anything is awaited.
   * @throws Fatal when something of it has been lost since then
   */
  static async open(options: EmbeddedSinkOptions): Promise<EmbeddedSink> {
    const { folder, containers, observe, out, resumed, signal } = options;
    if (out !== undefined) makeFolders(out);
    if (resumed === undefined) rmSync(folder, { recursive: true, force: true });
    const loads = new Map<string, BulkLoad>();
    const sources = resumed === undefined ? { entities: [], places: new Map<number, string>() } : sourcesIn(resumed);
    const sink = new EmbeddedSink(options, loads, sources);
    try {
      for (const container of containers) {
        const { label } = container;
        const place = join(folder, label);
        const load =
          resumed === undefined
            ? BulkLoad.create(place, container, observe)
            : BulkLoad.reopen(place, container, observe, lengthsIn(resumed, label));
        loads.set(label, load);
      }
      if (resumed === undefined) return sink;
      for (const load of loads.values()) await load.readAgain(sources.places, () => refuseAborted(signal));
      return sink;
    } catch (error) {
      await sink.abandon();
      throw error;
    }
  }

  check(document: Document, container: string, shard: number): Rejection | undefined {
    return this.#loads.get(container)!.check(document, this.#takesLastKeys(shard));
  }

  take({ document, container, origin, parent, family, isThere }: Output, place: Place): number | Refusal {
    const load = this.#loads.get(container)!;
    const takesLastKeys = this.#takesLastKeys(origin.shard);
    const taken = isThere
      ? load.takeAgain(document, takesLastKeys, place)
      : load.take(document, takesLastKeys, {
          origin,
          place,
          entity: this.#numberOf(document.entity, origin.shard, place),
          parent,
          family,
        });
    return typeof taken === 'number' ? taken : { kind: 'rejected', rejection: taken };
  }

  async drain(): Promise<void> {
    for (const load of this.#loads.values()) await load.drain();
  }

  async flush(): Promise<void> {
    for (const load of this.#loads.values()) await load.flush();
  }

  settle(): Settled {
    return settleLoads(this.#loads.values(), this.#sources);
  }

  mark(): Marked {
    return markLoads(this.#loads.values(), this.#sources);
  }

  async finish({ answer, announce, whileHeld }: FinishOptions): Promise<SinkSummary> {
    const { containers: plans, out, observe, write } = this.#options;
    const decided: Decided[] = [];
    for (const load of this.#loads.values()) decided.push({ load, losers: await load.decide(whileHeld) });
    const families = withFamilies(decided);
    const isOver = abortsOnConflict(families, plans) !== undefined;
    const settled = write === undefined || isOver ? families : await write(families, whileHeld);
    await answerLosers(settled, this.#sources, answer, observe);
    const abort = abortsOnConflict(settled, plans);
    if (abort !== undefined) throw abort;
    const containers: ContainerSummary[] = [];
    for (const one of settled) containers.push(await closeContainer(one, { out, observe, whileHeld }));
    if (out === undefined) return { containers, files: {} };
    // Each document stands on a line.
    const files = Object.fromEntries(
      containers.map(({ label, documents, bytes }) => [documentsFile(out, label), bytes + documents]),
    );
    announce(files, () => publish(files));
    return { containers, files };
  }

  async abandon(): Promise<void> {
    for (const load of this.#loads.values()) await load.abandon();
  }

  #takesLastKeys(shard: number): boolean {
    return this.#options.takesLastKeys?.(shard) ?? false;
  }

  /** The number of an entity; that and the name of the source are kept for good. */
  #numberOf(entity: string, shard: number, { source }: Place): number {
    if (!this.#sources.places.has(shard)) this.#sources.places.set(shard, source);
    const known = this.#entityNumbers.get(entity);
    if (known !== undefined) return known;
    const { entities } = this.#sources;
    this.#entityNumbers.set(entity, entities.length);
    return entities.push(entity) - 1;
  }
}

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  // Another process has taken the run over, or somebody asked for it.
  if (signal.reason instanceof Fatal) throw signal.reason;
  throw new Fatal('interrupted', 'Stopped before the run could go on, as asked.');
}
