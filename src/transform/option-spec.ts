/**
 * What may stand behind a step's name in a plan, and what does its code get of it? Tables of options are the single source
 * of the plan reader's checks, the JSON Schema, the catalogue in the docs and the types below.
 */
import type { Aggregate } from '../document/aggregate.ts';
import type { Expression } from '../document/expression.ts';
import type { Path } from '../document/path.ts';
import type { PlanValue } from '../document/plan-value.ts';
import type { Taken } from '../document/taken.ts';
import type { Template } from '../document/template.ts';
import type { FileUse, PlanSchema, PlanScript } from './files.ts';

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
  /** Values by name: `{ property: path or template }`, or paths, whose last names they get. */
  | { readonly type: 'named' }
  /** What is taken of a document: the bare value at one path, or an object with what is at those of a list. */
  | { readonly type: 'picked' }
  /** The name of a reference. */
  | { readonly type: 'sideInput' }
  /** What is taken of another document: a path or a template for the bare value, a list of paths, a map of properties. */
  | { readonly type: 'taken' }
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
  /** Words of which some take a whole number behind them: `keepLast 4`. */
  | {
      readonly type: 'map';
      readonly keys: 'property' | 'path' | 'entity';
      readonly values: 'counted';
      readonly choices: { readonly [choice: string]: CountSpec };
    }
  /** How values become one: `count`, `sum /total`. */
  | { readonly type: 'map'; readonly keys: 'property'; readonly values: 'aggregate' }
  | { readonly type: 'map'; readonly keys: 'property'; readonly values: 'object'; readonly options: OptionSpecs }
  | { readonly type: 'object'; readonly options: OptionSpecs }
);

/** Whether a word takes a number behind it, and how large that may be. */
export interface CountSpec {
  readonly count: 'none' | 'allowed' | 'required';
  readonly maximum?: number;
}

/** `keepLast 4` as the step's code gets it. */
export interface Counted<Choice> {
  readonly choice: Choice;
  readonly count?: number;
}

export type OptionSpecs = { readonly [name: string]: OptionSpec };

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
              : Spec extends { type: 'named' }
                ? readonly NamedValue[]
                : Spec extends { type: 'picked' }
                  ? Picked
                  : Spec extends { type: 'sideInput' }
                    ? string
                    : Spec extends { type: 'taken' }
                      ? Taken
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
                                  ? readonly {
                                      readonly key: Keys extends 'path' ? Path : string;
                                      readonly value: Choice;
                                    }[]
                                  : Spec extends {
                                        type: 'map';
                                        keys: infer Keys;
                                        values: 'counted';
                                        choices: infer Choices;
                                      }
                                    ? readonly {
                                        readonly key: Keys extends 'path' ? Path : string;
                                        readonly value: Counted<keyof Choices & string>;
                                      }[]
                                    : Spec extends { type: 'map'; values: 'aggregate' }
                                      ? readonly { readonly key: string; readonly value: Aggregate }[]
                                      : Spec extends {
                                            type: 'map';
                                            values: 'object';
                                            options: infer Options extends OptionSpecs;
                                          }
                                        ? readonly { readonly key: string; readonly value: OptionsOf<Options> }[]
                                        : Spec extends { type: 'map'; keys: infer Keys; values: infer Values }
                                          ? readonly MapEntry<Keys, Values>[]
                                          : Spec extends { type: 'object'; options: infer Options extends OptionSpecs }
                                            ? OptionsOf<Options>
                                            : never;

export type Reference = Path | readonly MapEntry<'property', 'path'>[];

export interface NamedValue {
  readonly name: string;
  readonly of: { readonly path: Path } | { readonly template: Template };
}

export type Picked = { readonly bare: Path } | { readonly paths: readonly Path[] };

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
