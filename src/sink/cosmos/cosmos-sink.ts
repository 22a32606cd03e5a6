/**
 * How does a run end up in a database of Azure Cosmos DB? Everything is taken into the embedded container first, which
 * refuses what the service would and decides who wins; what is decided is then written, and never decided anew. So no
 * document has to be taken back, and a run that is killed knows what it was about.
 */
import { join } from 'node:path';
import type { Document } from '../../document/document.ts';
import type { Observe } from '../../document/notice.ts';
import type { Place } from '../../document/position.ts';
import type { Rejection } from '../../document/rejection.ts';
import type { Settled } from '../../document/settled.ts';
import type { ContainerPlan, CosmosTarget } from '../../plan/plan.ts';
import { EmbeddedSink } from '../embedded.ts';
import type { Decided } from '../embedded-decided.ts';
import type { FinishOptions, Marked, Output, Refusal, Sink, SinkSummary } from '../sink.ts';
import { type Connection, connect } from './connection.ts';
import { HandedOver } from './handed-over.ts';
import { type PreparedContainer, prepareContainers } from './prepare.ts';
import { readProvided } from './provided.ts';
import { RequestUnits } from './request-units.ts';
import { Writer } from './writer.ts';
import { writeWinners } from './write-winners.ts';

export interface CosmosSinkOptions {
  readonly target: CosmosTarget;
  readonly containers: readonly ContainerPlan[];
  /** Where documents wait until they are written, and what is known of that. */
  readonly folder: string;
  readonly observe: Observe;
  /** Whether the source of a shard says `duplicateKeys: last`. */
  readonly takesLastKeys: (shard: number) => boolean;
  /** What was committed when the run stopped, if it goes on. */
  readonly resumed: Settled | undefined;
  readonly signal: AbortSignal | undefined;
}

export class CosmosSink implements Sink {
  readonly #options: CosmosSinkOptions;
  readonly #embedded: EmbeddedSink;
  readonly #connection: Connection;

  private constructor(options: CosmosSinkOptions, embedded: EmbeddedSink, connection: Connection) {
    this.#options = options;
    this.#embedded = embedded;
    this.#connection = connection;
  }

  /**
   * Makes the containers that are not there.
   * @throws Fatal where they are others than the plan says, or the account cannot be worked with
   */
  static async open(options: CosmosSinkOptions): Promise<CosmosSink> {
    const { target, containers } = options;
    let write: (decided: readonly Decided[], whileHeld: FinishOptions['whileHeld']) => Promise<readonly Decided[]> = (
      decided,
    ) => Promise.resolve(decided);
    // Files are made before anything is awaited.
    const opening = EmbeddedSink.open({ ...options, write: (decided, whileHeld) => write(decided, whileHeld) });
    // It is awaited below; until then it may have failed.
    opening.catch(() => {});
    const connection = await connect(target);
    try {
      const prepared = await prepareContainers(connection.client, target, containers);
      const embedded = await opening;
      const handedOver = prepared.map(({ plan, rid }) => new HandedOver(pathOf(options.folder, plan), rid, plan.label));
      write = (decided, whileHeld) => sink.#write(decided, prepared, handedOver, whileHeld);
      const sink = new CosmosSink(options, embedded, connection);
      return sink;
    } catch (error) {
      connection.close();
      await opening.then((embedded) => embedded.abandon()).catch(() => {});
      throw error;
    }
  }

  check(document: Document, container: string, shard: number): Rejection | undefined {
    return this.#embedded.check(document, container, shard);
  }

  take(output: Output, place: Place): number | Refusal {
    return this.#embedded.take(output, place);
  }

  drain(): Promise<void> {
    return this.#embedded.drain();
  }

  flush(): Promise<void> {
    return this.#embedded.flush();
  }

  settle(): Settled {
    return this.#embedded.settle();
  }

  mark(): Marked {
    return this.#embedded.mark();
  }

  async finish(options: FinishOptions): Promise<SinkSummary> {
    const summary = await this.#embedded.finish(options);
    this.#connection.close();
    return summary;
  }

  async abandon(): Promise<void> {
    this.#connection.close();
    await this.#embedded.abandon();
  }

  /** One container after the other, as they stand in the plan. */
  async #write(
    decided: readonly Decided[],
    prepared: readonly PreparedContainer[],
    handedOver: readonly HandedOver[],
    whileHeld: FinishOptions['whileHeld'],
  ): Promise<readonly Decided[]> {
    const { target, signal } = this.#options;
    const budget = target.ru === undefined ? undefined : new RequestUnits(target.ru);
    const written: Decided[] = [];
    for (const one of decided) {
      const at = prepared.findIndex(({ plan }) => plan.label === one.load.container.label);
      const { container, plan } = prepared[at]!;
      const { wire } = this.#connection;
      const provided = await readProvided(container);
      const winners = await writeWinners(one, {
        handedOver: handedOver[at]!,
        whileHeld,
        signal,
        openWriter: async (settle) => {
          const writer = new Writer({
            container,
            wire,
            label: plan.name,
            policy: plan,
            mode: plan.write,
            patience: target.patience,
            budget,
            provided,
            settle,
          });
          await writer.open();
          return writer;
        },
      });
      written.push(winners);
    }
    return written;
  }
}

/** Beside the folder of the container's segment. */
function pathOf(folder: string, { label }: ContainerPlan): string {
  return join(folder, `${label}.written`);
}
