/**
 * What do steps know before the first document? The references that they look up, and what they have to know of all
 * documents of the plan. Both are put on disk before the run and stay as they are, so that answers depend on the data
 * alone, whoever asks and when.
 */
import type { Observe } from '../document/notice.ts';
import type { Plan } from '../plan/plan.ts';
import type { Shard } from '../source/source.ts';
import type { Knowing } from './open-intake.ts';
import type { PhaseProgress } from './options.ts';
import { removeOwn } from './own-folder.ts';
import { References } from './references.ts';
import { Surveys } from './surveys.ts';

export interface Knowables {
  /** Of the sources, from their beginnings. */
  readonly sources: readonly Shard[];
  readonly references: readonly Shard[];
}

export interface Learning {
  /** Milliseconds since 1970: that of the run. */
  readonly startedAt: number;
  readonly observe: Observe;
  /** Aborted: what has not been read yet stays unread. */
  readonly signal?: AbortSignal | undefined;
  readonly onPhase?: ((progress: PhaseProgress) => void) | undefined;
}

/** What a plan is asked for. */
export type KnowingPlan = Pick<Plan, 'steps' | 'references' | 'entities'>;

export class Knowledge {
  /** Where it is, for another thread to open it. */
  readonly folder: string;
  /** Whether it was stopped before all was known. */
  readonly isStopped: boolean;
  readonly #references: References;
  readonly #surveys: Surveys;

  private constructor(folder: string, references: References, surveys: Surveys, isStopped: boolean = false) {
    this.folder = folder;
    this.#references = references;
    this.#surveys = surveys;
    this.isStopped = isStopped;
  }

  /**
   * Learns what the steps of a plan have to know.
   * @param folder is not there yet, and is for this alone
   * @throws Fatal when a reference or a source cannot be read to its end
   */
  static async build(plan: Plan, of: Knowables, folder: string, learning: Learning): Promise<Knowledge> {
    const { signal } = learning;
    let references: References | undefined;
    let surveys: Surveys | undefined;
    try {
      references = await References.build(plan, of.references, folder, learning);
      surveys = new Surveys(plan, folder, CACHE);
      // What has nothing to learn is stopped where it is a run already.
      const learns = plan.steps.some(({ looksUp, contest }) => looksUp !== undefined || contest !== undefined);
      const isStopped = (): boolean => learns && signal?.aborted === true;
      if (!isStopped()) await surveys.make(plan, { ...learning, shards: of.sources, references: references.indexes });
      return new Knowledge(folder, references, surveys, isStopped());
    } catch (error) {
      references?.close();
      surveys?.close();
      removeOwn(folder);
      throw error;
    }
  }

  /** Opens what has been put on disk. */
  static open(plan: KnowingPlan, folder: string): Knowledge {
    const surveys = new Surveys(plan, folder, CACHE);
    surveys.open();
    return new Knowledge(folder, References.open(plan, folder), surveys);
  }

  /** For one reader, who passes documents record by record. */
  opened(): Knowing {
    const indexes = new Map([...this.#references.indexes, ...this.#surveys.indexes]);
    return { indexes, outcomes: this.#surveys.openOutcomes() };
  }

  /** Files with what steps have taken out, in the order of the steps. */
  get duplicates(): readonly string[] {
    return this.#surveys.duplicates;
  }

  close(): void {
    this.#references.close();
    this.#surveys.close();
  }

  /** Closes the files and removes them. */
  remove(): void {
    this.close();
    removeOwn(this.folder);
  }
}

/** Bytes that are kept in memory of the files of surveys together; those of references have as many. */
const CACHE = 64 << 20;
