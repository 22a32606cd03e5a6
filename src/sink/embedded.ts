/**
 * How does a run end up in the embedded container? Each container of the plan is a bulk load; what needs all of them
 * together (families, the order of answers, children whose parent lost) is done here when everything is there.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAccepted } from '../container/accepted.ts';
import { BulkLoad } from '../container/bulk-load.ts';
import { SAME } from '../container/losers.ts';
import { writeManifest } from '../container/manifest.ts';
import { publish } from '../container/unfinished-file.ts';
import { countPartitions, noticePartitions } from '../container/partitions.ts';
import type { Document } from '../document/document.ts';
import type { Observe } from '../document/notice.ts';
import type { Place } from '../document/position.ts';
import type { Rejection } from '../document/rejection.ts';
import type { Settled } from '../document/settled.ts';
import { Fatal } from '../errors.ts';
import { makeFolders } from '../folders.ts';
import type { ContainerPlan } from '../plan/plan.ts';
import { answerLosers } from './embedded-answers.ts';
import { withFamilies } from './embedded-families.ts';
import type { Decided, Sources } from './embedded-decided.ts';
import type { ContainerSummary, FinishOptions, Output, Refusal, Sink, SinkSummary } from './sink.ts';

export interface EmbeddedSinkOptions {
  /** Where the containers are kept, a folder each; what an earlier run left there is removed. */
  readonly folder: string;
  readonly containers: readonly ContainerPlan[];
  /** Where the accepted documents are written as `<label>.ndjson`, if anywhere. */
  readonly out?: string;
  readonly observe: Observe;
  /** Whether the source of a shard says `duplicateKeys: last`. */
  readonly takesLastKeys?: (shard: number) => boolean;
}

export class EmbeddedSink implements Sink {
  readonly #options: EmbeddedSinkOptions;
  readonly #loads: ReadonlyMap<string, BulkLoad>;
  readonly #sources: Sources = { entities: [], places: new Map() };
  readonly #entityNumbers = new Map<string, number>();

  private constructor(options: EmbeddedSinkOptions, loads: ReadonlyMap<string, BulkLoad>) {
    this.#options = options;
    this.#loads = loads;
  }

  static async open(options: EmbeddedSinkOptions): Promise<EmbeddedSink> {
    const { folder, containers, observe, out } = options;
    makeFolders(folder, 0o700);
    if (out !== undefined) makeFolders(out);
    const loads = new Map<string, BulkLoad>();
    for (const container of containers) {
      const place = join(folder, container.label);
      rmSync(place, { recursive: true, force: true });
      loads.set(container.label, new BulkLoad(place, container, observe));
    }
    return new EmbeddedSink(options, loads);
  }

  check(document: Document, container: string, shard: number): Rejection | undefined {
    return this.#loads.get(container)!.check(document, this.#takesLastKeys(shard));
  }

  take({ document, container, origin, parent, family }: Output, place: Place): number | Refusal {
    if (!this.#sources.places.has(origin.shard)) this.#sources.places.set(origin.shard, place.source);
    const entity = this.#entityNumber(document.entity);
    const taken = this.#loads
      .get(container)!
      .take(document, this.#takesLastKeys(origin.shard), { origin, place, entity, parent, family });
    return typeof taken === 'number' ? taken : { kind: 'rejected', rejection: taken };
  }

  async drain(): Promise<void> {
    for (const load of this.#loads.values()) await load.drain();
  }

  async flush(): Promise<void> {
    for (const load of this.#loads.values()) await load.flush();
  }

  settle(): Settled {
    return { files: {}, facts: null };
  }

  async finish({ answer, announce }: FinishOptions): Promise<SinkSummary> {
    const decided: Decided[] = [];
    for (const load of this.#loads.values()) decided.push({ load, losers: await load.decide() });
    const settled = withFamilies(decided);
    await answerLosers(settled, this.#sources, answer, this.#options.observe);
    this.#abortOnConflict(settled);
    const containers: ContainerSummary[] = [];
    for (const one of settled) containers.push(await this.#close(one));
    return { containers, files: this.#publish(containers, announce) };
  }

  #publish(containers: readonly ContainerSummary[], announce: FinishOptions['announce']): SinkSummary['files'] {
    const { out } = this.#options;
    if (out === undefined) return {};
    const fileOf = (label: string): string => join(out, `${label}.ndjson`);
    // Each document stands on a line.
    const files = Object.fromEntries(
      containers.map(({ label, documents, bytes }) => [fileOf(label), bytes + documents]),
    );
    announce(files, () => {
      for (const { label } of containers) publish(fileOf(label));
    });
    return files;
  }

  async abandon(): Promise<void> {
    for (const load of this.#loads.values()) await load.abandon();
  }

  async #close({ load, losers }: Decided): Promise<ContainerSummary> {
    const { container, segment } = load;
    const { label } = container;
    const counts = countPartitions(load.partitions.finish(), (document) => !losers.has(document));
    const { largest, documents, bytes, maxItemBytes, logicalPartitions } = counts;
    const key = largest === undefined ? [] : load.stored.describe(largest.member).partitionKey;
    load.notice();
    noticePartitions(counts, key, label, this.#options.observe);
    if (this.#options.out !== undefined)
      await writeAccepted(segment, losers, join(this.#options.out, `${label}.ndjson`));
    writeManifest(load.folder, container, { documents: segment.count, bytes: segment.size }, losers);
    segment.close();
    let uniqueConflicts = 0;
    for (let i = 0; i < losers.count; i++) if (losers.table(i) > 0 && losers.table(i) < SAME) uniqueConflicts++;
    return {
      label,
      documents,
      bytes,
      maxItemBytes,
      logicalPartitions,
      ...(largest === undefined
        ? {}
        : { largestPartition: { key, documents: largest.documents, bytes: largest.bytes } }),
      uniqueConflicts,
    };
  }

  /** The plan may say that a conflict is no matter for the rejects file but stops everything (`onConflict: abort`). */
  #abortOnConflict(settled: readonly Decided[]): void {
    for (const { load, losers } of settled) {
      const plan = this.#options.containers.find(({ label }) => label === load.container.label);
      if (plan?.onConflict !== 'abort') continue;
      let conflicts = 0;
      for (let i = 0; i < losers.count; i++) if (losers.table(i) < SAME) conflicts++;
      if (conflicts === 0) continue;
      throw new Fatal(
        'maxErrors',
        `Container ${plan.label} has onConflict: abort, and ${conflicts} documents lost a key to another one.`,
        {
          advice: 'They are in the rejects file, each with the document that has the key.',
        },
      );
    }
  }

  #takesLastKeys(shard: number): boolean {
    return this.#options.takesLastKeys?.(shard) ?? false;
  }

  #entityNumber(entity: string): number {
    const known = this.#entityNumbers.get(entity);
    if (known !== undefined) return known;
    const { entities } = this.#sources;
    this.#entityNumbers.set(entity, entities.length);
    return entities.push(entity) - 1;
  }
}
