/**
 * What is a step? The public contract: a step carries its name, its options, its documentation and its code together.
 * What options there can be is said in `option-spec.ts`.
 */
import type { Document } from '../document/document.ts';
import type { Path } from '../document/path.ts';
import type { RecordPlace } from '../document/position.ts';
import type { Rejection } from '../document/rejection.ts';
import type { Value } from '../document/tape.ts';
import type { ContestRules, Outcomes } from './contest.ts';
import type { Gathering, GatherPlace } from './gathering.ts';
import type { KeyMemory } from './key-memory.ts';
import type { OptionsOf, OptionSpecs } from './option-spec.ts';
import type { LookedUp, ReferenceIndex } from './reference.ts';

export type { PlanValue } from '../document/plan-value.ts';
export type { Counted, CountSpec, NamedValue, OptionsOf, OptionSpec, OptionSpecs, Picked } from './option-spec.ts';

/** Where several ways of writing are allowed: how a short form becomes the long one. */
export interface ShortForm {
  /** What stands in place of the long form's map. */
  readonly form: 'text' | 'number' | 'list' | 'map';
  /** The option that takes it; for `list` an option of type `paths`. */
  readonly option: string;
  /** Only these texts mean this option (`stringify: unsafe`). */
  readonly only?: readonly string[];
}

/** One document before and behind the step, for the docs; a test runs it. */
export interface StepExample {
  /** What it shows, as a short sentence. */
  readonly title: string;
  /** The item of `transforms`, as YAML. */
  readonly plan: string;
  /** The document as JSON, or several; their entity is `document`. */
  readonly given: string | readonly string[];
  /** Documents behind the step as JSON, by entity; an empty list for an entity that it could make and does not. */
  readonly gives?: Readonly<Record<string, readonly string[]>>;
  /** Or the code with which it is rejected. */
  readonly rejects?: string;
  /** Documents of references as JSON, by the names of the references. */
  readonly references?: Readonly<Record<string, readonly string[]>>;
  /** Files beside the plan, by their names. */
  readonly files?: Readonly<Record<string, string>>;
  /** Variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface StepDefinition<Options extends OptionSpecs = OptionSpecs> {
  readonly name: string;
  /** One sentence: what it does. */
  readonly summary: string;
  /** What else is to be known, a paragraph each, for the docs. */
  readonly details?: readonly string[];
  readonly examples?: readonly StepExample[];
  readonly options: Options;
  readonly short?: readonly ShortForm[];
  /** Entities it works on when the plan has no `for:`; default: those that come from sources. */
  readonly defaultFor?: '*';
  /** Whether it knows `overwrite: true` beside its name. */
  readonly overwrites?: true;
  /** Which entities it makes; they exist behind it. */
  makes?(options: OptionsOf<Options>): readonly string[];
  /** What cannot be right with these options although each by itself is; one sentence each. */
  check?(options: OptionsOf<Options>): readonly string[];
  /** Variables of the environment that it needs with these options; missing or empty ones are an error of the plan. */
  variables?(options: OptionsOf<Options>): readonly StepVariable[];
  /**
   * What is probably not meant, given the containers that take the documents of one entity; one sentence each, which are
   * warnings.
   */
  advise?(options: OptionsOf<Options>, containers: readonly TakingContainer[]): readonly string[];
  /**
   * What it certainly does to places of its document, in turn, for the check of the plan. A step that does not say so
   * may do anything.
   */
  effects?(options: OptionsOf<Options>): readonly StepEffect[];
  /** Whether all documents that it works on end in it. */
  consumes?(options: OptionsOf<Options>): boolean;
  /** For a step across documents: opens what it gathers, anew or as it was when the run stopped. */
  gather?(options: OptionsOf<Options>, place: GatherPlace): Gathering;
  /**
   * For a step that remembers keys over the whole run: what it calls their space. Steps of one name that say the same
   * share it. Undefined: with these options it does not.
   */
  remembers?(options: OptionsOf<Options>): string | undefined;
  /** For a step that finds documents of a reference, or of the plan itself: which, and by what. */
  looksUp?(options: OptionsOf<Options>): LookedUp;
  /** For a step that keeps one of all that have a key in common: how it is chosen. Undefined: with these options it does not. */
  contest?(options: OptionsOf<Options>, overwrite: boolean): ContestRules | undefined;
  compile(options: OptionsOf<Options>, setting: StepSetting): ApplyStep;
}

/** A secret: its value never gets into the hash, a report, an error or what is kept of a run. */
export interface StepVariable {
  readonly name: string;
  /** What it is needed for and how to come by one, as the rest of a sentence behind its name. */
  readonly purpose: string;
}

/** What a step may know of a container that takes its documents. */
export interface TakingContainer {
  readonly label: string;
  readonly partitionKey: readonly Path[];
  readonly uniqueKeys: readonly (readonly Path[])[];
  /** Seconds; -1 leaves it to each document; absent: documents live for ever, whatever they say. */
  readonly defaultTtl?: number;
}

/** Where a step reads, writes and takes away; the reading comes first. */
export interface StepEffect {
  /** Places it works on: where they are gone, it does nothing. */
  readonly reads?: readonly Path[];
  /** Places that are there afterwards, or may be. */
  readonly writes?: readonly Path[];
  /** Places that are gone afterwards. */
  readonly removes?: readonly Path[];
  /** Nothing but these places stays. */
  readonly keepsOnly?: readonly Path[];
}

/** What a step knows when it is compiled. */
export interface StepSetting {
  /** `overwrite: true` stands beside the step's name. */
  readonly overwrite: boolean;
  /** Pairs of entities and what `type` calls them by default: their names. */
  readonly entities: readonly string[];
  /** The values of the variables that the step has asked for, by name. */
  readonly variables?: Readonly<Record<string, string>>;
  /** What `gather` has opened. */
  readonly gathering?: Gathering | undefined;
  /** The keys of the space that the step `remembers`. */
  readonly memory?: KeyMemory | undefined;
  /** The documents that the step `looksUp`. */
  readonly reference?: ReferenceIndex | undefined;
  /** What its `contest` came to. */
  readonly outcomes?: Outcomes | undefined;
}

/** The document is gone on purpose; `filtered` and `expired` are counted apart. */
export const FILTERED: unique symbol = Symbol('filtered');
export const EXPIRED: unique symbol = Symbol('expired');
/** The document has gone into what a step across documents gathers. */
export const CONSUMED: unique symbol = Symbol('consumed');
/** The document is the same as one that came before. */
export const MERGED: unique symbol = Symbol('merged');
export type Departure = typeof FILTERED | typeof EXPIRED | typeof CONSUMED | typeof MERGED;

/** A document goes on (`undefined`), leaves the run on purpose, or is rejected. */
export type StepAnswer = undefined | Departure | Rejection;

/** Changes one document in place and makes others of it; pure and synchronous. */
export type ApplyStep = (document: Document, context: StepContext) => StepAnswer;

export interface MakeOptions {
  /** It is written or rejected together with the document it was made of. */
  readonly family?: boolean;
  /** It does not go on: it leaves the run at once, or is rejected. */
  readonly ends?: Departure | Rejection;
}

/** What a step may do and ask while it runs. */
export interface StepContext {
  /** Milliseconds since 1970 at which the run began, the same after a resume. */
  readonly startedAt: number;
  /** Where the document comes from; its ordinal is not known before it is written. */
  readonly origin: RecordPlace;
  /** Adds a document that was made of this one. What a rejected document made in the same step is forgotten. */
  make(entity: string, root: Value, options?: MakeOptions): void;
  /** Counts values that leave the data here, for `lost` in the report. */
  drop(path: string, count?: number): void;
  /** Counts something that people should know of, without rejecting. */
  note(code: string, path: string, message: string, count?: number): void;
  /** Hex of the SHA-256 of text, for templates and masks. */
  readonly sha256: (text: string) => string;
  /** Hex of the HMAC-SHA-256 of text under a key. */
  readonly hmac: (key: string, text: string) => string;
}

/** Names a step; the function only gives the options their types. */
export function defineStep<const Options extends OptionSpecs>(
  definition: StepDefinition<Options>,
): StepDefinition<Options> {
  return definition;
}
