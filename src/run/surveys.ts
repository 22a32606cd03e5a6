/**
 * What do steps have to know of all documents of a plan? Level by level the documents pass once, and what each step needs
 * is put on disk in a folder of its own; the steps of the next level, and the run, find it there.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Notice, Observe } from '../document/notice.ts';
import { Fatal } from '../errors.ts';
import type { Plan, StepPlan } from '../plan/plan.ts';
import type { Shard } from '../source/source.ts';
import type { ContestRules, Outcomes } from '../transform/contest.ts';
import type { ReferenceIndex } from '../transform/reference.ts';
import type { PhaseProgress } from './options.ts';
import { ContestStore } from './contests/contest-store.ts';
import { DUPLICATES } from './contests/duplicates.ts';
import { FoundOutcomes } from './contests/found-outcomes.ts';
import { observeOnce } from './note-change.ts';
import { indexDuplicates } from './surveys/duplicates.ts';
import { IndexSurvey, openSurveyed } from './surveys/index-survey.ts';
import { type Surveyed, type SurveyedPlan, surveyLevels } from './surveys/levels.ts';
import { passSurvey, type Survey } from './surveys/pass-survey.ts';

export interface SurveySetting {
  /** Of the sources, from their beginnings. */
  readonly shards: readonly Shard[];
  readonly startedAt: number;
  readonly observe: Observe;
  /** Aborted: what has not been read yet stays unread. */
  readonly signal?: AbortSignal | undefined;
  readonly onPhase?: ((progress: PhaseProgress) => void) | undefined;
  /** What steps look up beside, by the step's index. */
  readonly references: ReadonlyMap<number, ReferenceIndex>;
}

/** How one step comes to know. */
interface Opened extends Survey {
  finish(): Promise<void>;
  close(): void;
}

export class Surveys {
  readonly #levels: readonly (readonly Surveyed[])[];
  readonly #folder: string;
  /** Bytes of each file that are kept in memory. */
  readonly #bytes: number;
  readonly #indexes = new Map<number, ReferenceIndex>();
  readonly #open: { close(): void }[] = [];
  /** What has been said of documents that are looked up. */
  readonly #said = new Set<string>();

  /**
   * @param folder takes what is found, each in a folder of its own
   * @param bytes of all files that are kept in memory
   */
  constructor(plan: SurveyedPlan, folder: string, bytes: number) {
    this.#levels = surveyLevels(plan);
    this.#folder = folder;
    this.#bytes = Math.floor(bytes / Math.max(1, this.#levels.flat().length * FILES));
  }

  /** By the index of the step that looks something up. */
  get indexes(): ReadonlyMap<number, ReferenceIndex> {
    return this.#indexes;
  }

  /** @throws Fatal when the documents cannot be read to their end, or only once */
  async make(plan: Plan, setting: SurveySetting): Promise<void> {
    if (this.#levels.length > 0) refuseStreams(this.#levels[0]![0]!.step, setting.shards);
    const onChange = observeOnce(setting.observe);
    for (const [number, level] of this.#levels.entries()) {
      await this.#pass(plan, number, setting, onChange);
      if (setting.signal?.aborted === true) return;
      this.#openIndexes(level);
    }
  }

  /** Opens what has been made. */
  open(): void {
    for (const level of this.#levels) this.#openIndexes(level);
  }

  /** What contests have come to, by the index of the step; for one reader, who asks record by record. */
  openOutcomes(): ReadonlyMap<number, Outcomes> {
    return this.#outcomesOf(this.#levels);
  }

  /** Files with what has been taken out, in the order of the steps; they are of no use here once all is known. */
  get duplicates(): readonly string[] {
    return this.#duplicatesBefore(Infinity);
  }

  close(): void {
    for (const file of this.#open) file.close();
  }

  async #pass(plan: Plan, number: number, setting: SurveySetting, onChange: Observe): Promise<void> {
    const { shards, startedAt, observe, signal, references, onPhase } = setting;
    const level = this.#levels[number]!;
    const surveys = new Map<Surveyed, Opened>();
    try {
      for (const surveyed of level) {
        if (surveyed.sees.length > 0) surveys.set(surveyed, this.#begin(surveyed, shards, observe));
        else await this.#indexLosers(surveyed.step, signal);
      }
      if (surveys.size === 0) return;
      const indexes = new Map([...references, ...this.#indexes]);
      const outcomes = this.#outcomesOf(this.#levels.slice(0, number));
      const scratch = join(this.#folder, PASSING);
      const knowing = { indexes, outcomes };
      const phase = this.#phaseOf(number);
      const told = { observe: onChange, onPhase, phase };
      await passSurvey(plan, surveys, { shards, startedAt, knowing, scratch, signal, ...told });
      if (signal?.aborted === true) return;
      for (const survey of surveys.values()) await survey.finish();
    } finally {
      for (const survey of surveys.values()) survey.close();
    }
  }

  #phaseOf(number: number): string {
    const passes = this.#levels.length;
    return passes === 1 ? 'surveying all documents' : `surveying all documents (${number + 1} of ${passes})`;
  }

  #begin({ step, sees }: Surveyed, shards: readonly Shard[], observe: Observe): Opened {
    const folder = this.#folderOf(step);
    if (step.contest !== undefined) return contestSurvey(folder, step.contest.rules());
    const index = new IndexSurvey(folder, step.looksUp!, sees);
    return {
      look: (document, { origin }) => {
        index.see(document, origin);
        return undefined;
      },
      drain: () => index.drain(),
      finish: async () => {
        const notices: Notice[] = [];
        await index.finish(shards, (notice) => notices.push(notice));
        // Two steps that look up the same find the same.
        const said = JSON.stringify(notices.map(({ message: _message, ...facts }) => facts));
        if (!this.#said.has(said)) for (const notice of notices) observe(notice);
        this.#said.add(said);
      },
      close: () => index.close(),
    };
  }

  #openIndexes(level: readonly Surveyed[]): void {
    for (const { step } of level) {
      if (step.contest !== undefined) continue;
      const found = openSurveyed(this.#folderOf(step), this.#bytes);
      this.#open.push(found);
      this.#indexes.set(step.index, found.index);
    }
  }

  #outcomesOf(levels: readonly (readonly Surveyed[])[]): ReadonlyMap<number, Outcomes> {
    const outcomes = new Map<number, Outcomes>();
    for (const { step } of levels.flat()) {
      if (step.contest === undefined) continue;
      const found = new FoundOutcomes(this.#folderOf(step), this.#bytes);
      this.#open.push(found);
      outcomes.set(step.index, found);
    }
    return outcomes;
  }

  /** What steps in front of this one have taken out. */
  async #indexLosers(step: StepPlan, signal: AbortSignal | undefined): Promise<void> {
    const files = this.#duplicatesBefore(step.index);
    await indexDuplicates(this.#folderOf(step), step.looksUp!.foreign, files, signal);
  }

  /** Files with what steps in front of an index have taken out. */
  #duplicatesBefore(index: number): string[] {
    const steps = this.#levels.flat().map(({ step }) => step);
    const telling = steps.filter((step) => step.contest?.tellsLosers === true && step.index < index);
    return telling.toSorted((a, b) => a.index - b.index).map((step) => join(this.#folderOf(step), DUPLICATES));
  }

  #folderOf({ index }: StepPlan): string {
    return join(this.#folder, `transforms-${index}`);
  }
}

/** Of what one step has to know. */
const FILES = 2;

/** The folder of what steps in front keep while documents pass. */
const PASSING = 'passing';

function contestSurvey(folder: string, rules: ContestRules): Opened {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = new ContestStore(folder, rules);
  return {
    look(document, context) {
      rules.enter(document, context, store);
      return undefined;
    },
    drain: () => store.drain(),
    finish: () => store.finish(() => setImmediate()),
    close: () => store.close(),
  };
}

function refuseStreams({ index, name }: StepPlan, shards: readonly Shard[]): void {
  const stream = shards.find(({ isStream }) => isStream === true);
  if (stream === undefined) return;
  const what = stream.source === '-' ? 'standard input' : stream.source;
  throw new Fatal(
    'usage',
    `transforms[${index}] ${name} has to see all documents before the first one can go on, and ${what} can be read only once.`,
    { advice: 'Write it to a file first, and name that as the source.' },
  );
}
