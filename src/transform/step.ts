/**
 * What is a step? The public contract: a step carries its name, its options, its documentation and its code together.
 * The table of options is the single source of the plan reader's checks, the JSON Schema, the catalogue in the docs and
 * the type of the options that the code receives.
 */
import type { Document } from '../document/document.ts';
import type { Expression } from '../document/expression.ts';
import type { Path } from '../document/path.ts';
import type { PlanValue } from '../document/plan-value.ts';
import type { RecordPlace } from '../document/position.ts';
import type { Rejection } from '../document/rejection.ts';
import type { Template } from '../document/template.ts';
import type { Value } from '../document/tape.ts';
import type { FileUse, PlanSchema, PlanScript } from './files.ts';
import type { Gathering, GatherPlace } from './gathering.ts';
import type { KeyMemory } from './key-memory.ts';

/** One option of a step as the plan language has it. */
export type OptionSpec = {
  /** One sentence for the docs and the editor. */
  readonly description: string;
  readonly required?: true;
  /** What holds when the plan is silent, for the docs. */
  readonly default?: string | number | boolean;
} & (
  | {
      readonly type: 'path';
      /** Whether the path may hold `*`; default true. */ readonly many?: false;
      /** Whether `/` is allowed; default false. */ readonly root?: true;
    }
  | { readonly type: 'paths'; readonly root?: true }
  | {
      readonly type: 'template';
      /** Names usable beside paths: `parent`, `^`, `#`, `shard`. */ readonly scopes?: readonly string[];
    }
  | { readonly type: 'entity' }
  /** Name of a property, without slash. */
  | { readonly type: 'property' }
  /** Names of properties, without slash; a single one needs no list. */
  | { readonly type: 'properties' }
  | { readonly type: 'text' }
  /** A file beside the plan, read when the plan is read. */
  | { readonly type: 'file'; readonly use: FileUse }
  | { readonly type: 'boolean' }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum?: number }
  | {
      readonly type: 'choice';
      readonly choices: readonly string[];
      /** Those of the plan language that this version does not have. */ readonly toCome?: readonly string[];
    }
  /** What refers to a document: the path of one value in it, or `{ property: path }` for several. */
  | { readonly type: 'reference' }
  /** An expression that is true or false. */
  | { readonly type: 'condition' }
  /** A JSON value: text that holds `{…}` is a template, `{ expr: … }` an expression, other values are constants. */
  | { readonly type: 'value' }
  /** `{ name: … }` with property names or paths as keys. */
  | {
      readonly type: 'map';
      readonly keys: 'property' | 'path' | 'entity';
      readonly values: 'path' | 'template' | 'value' | 'text';
    }
  | {
      readonly type: 'map';
      readonly keys: 'property' | 'path' | 'entity';
      readonly values: 'choice';
      readonly choices: readonly string[];
    }
  | { readonly type: 'object'; readonly options: OptionSpecs }
);

export type OptionSpecs = { readonly [name: string]: OptionSpec };

export type { PlanValue } from '../document/plan-value.ts';

type ValueOf<Spec> = Spec extends { type: 'path' }
  ? Path
  : Spec extends { type: 'paths' }
    ? readonly Path[]
    : Spec extends { type: 'properties' }
      ? readonly string[]
      : Spec extends { type: 'template' }
        ? Template
        : Spec extends { type: 'entity' | 'property' | 'text' }
          ? string
          : Spec extends { type: 'condition' }
            ? Expression
            : Spec extends { type: 'reference' }
              ? Reference
              : Spec extends { type: 'file'; use: infer Use }
                ? Use extends 'schema'
                  ? PlanSchema
                  : PlanScript
                : Spec extends { type: 'boolean' }
                  ? boolean
                  : Spec extends { type: 'integer' }
                    ? number
                    : Spec extends { type: 'choice'; choices: readonly (infer Choice)[] }
                      ? Choice
                      : Spec extends { type: 'value' }
                        ? PlanValue
                        : Spec extends {
                              type: 'map';
                              keys: infer Keys;
                              values: 'choice';
                              choices: readonly (infer Choice)[];
                            }
                          ? readonly { readonly key: Keys extends 'path' ? Path : string; readonly value: Choice }[]
                          : Spec extends { type: 'map'; keys: infer Keys; values: infer Values }
                            ? readonly MapEntry<Keys, Values>[]
                            : Spec extends { type: 'object'; options: infer Options extends OptionSpecs }
                              ? OptionsOf<Options>
                              : never;

export type Reference = Path | readonly MapEntry<'property', 'path'>[];

export interface MapEntry<Keys, Values> {
  readonly key: Keys extends 'path' ? Path : string;
  readonly value: Values extends 'path'
    ? Path
    : Values extends 'template'
      ? Template
      : Values extends 'value'
        ? PlanValue
        : string;
}

type RequiredNames<Options extends OptionSpecs> = {
  [Name in keyof Options]: Options[Name] extends { required: true } ? Name : never;
}[keyof Options];

/** The options as the step's code gets them: required ones always, the others when the plan names them. */
export type OptionsOf<Options extends OptionSpecs> = {
  readonly [Name in RequiredNames<Options> & string]: ValueOf<Options[Name]>;
} & {
  readonly [Name in Exclude<keyof Options, RequiredNames<Options>> & string]?: ValueOf<Options[Name]>;
};

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
  /** The document as JSON; its entity is `document`. */
  readonly given: string;
  /** Documents behind the step as JSON, by entity; an empty list for an entity that it could make and does not. */
  readonly gives?: Readonly<Record<string, readonly string[]>>;
  /** Or the code with which it is rejected. */
  readonly rejects?: string;
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
  /** For a step across documents: opens what it gathers, anew or as it was when the run stopped. */
  gather?(options: OptionsOf<Options>, place: GatherPlace): Gathering;
  /**
   * For a step that remembers keys over the whole run: what it calls their space. Steps of one name that say the same
   * share it.
   */
  remembers?(options: OptionsOf<Options>): string;
  compile(options: OptionsOf<Options>, setting: StepSetting): ApplyStep;
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
  /** What `gather` has opened. */
  readonly gathering?: Gathering | undefined;
  /** The keys of the space that the step `remembers`. */
  readonly memory?: KeyMemory | undefined;
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
  note(code: string, path: string, message: string): void;
  /** Hex of the SHA-256 of text, for templates and masks. */
  readonly sha256: (text: string) => string;
}

/** Names a step; the function only gives the options their types. */
export function defineStep<const Options extends OptionSpecs>(
  definition: StepDefinition<Options>,
): StepDefinition<Options> {
  return definition;
}
