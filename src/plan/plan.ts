/** What does a plan say, once it has been read and checked? Everything here is valid; problems are in `problem.ts`. */
import type { Expression } from '../document/expression.ts';
import type { Path } from '../document/path.ts';
import type { PlanMap } from './node.ts';
import type { ContestRules } from '../transform/contest.ts';
import type { Gathering, GatherPlace } from '../transform/gathering.ts';
import type { LookedUp } from '../transform/reference.ts';
import type { ApplyStep, StepSetting } from '../transform/step.ts';

export interface Plan {
  /** The file it was read from, absolute. */
  readonly file: string;
  readonly name: string;
  readonly description?: string;
  /** What was read, variables filled in: a worker makes the same plan of it (`plan-again.ts`). */
  readonly written: PlanMap;
  /** The text of each file that belongs to it, by its path: a worker makes the same schemas and scripts of them. */
  readonly files: ReadonlyMap<string, string>;
  /** SHA-256, hex, over what decides the output. */
  readonly hash: string;
  /** What it is over, part by part. */
  readonly parts: readonly PlanPart[];
  readonly sources: readonly SourcePlan[];
  /** Side inputs that lookups read, each called an entity by its name; their documents do not enter the run. */
  readonly references: readonly SourcePlan[];
  readonly steps: readonly StepPlan[];
  readonly containers: readonly ContainerPlan[];
  /** Entities that are left out on purpose. */
  readonly discard: readonly string[];
  /** Every entity of the plan: those of sources first, then those that steps make. */
  readonly entities: readonly string[];
  readonly target?: TargetPlan;
  /** The plan's own tests. */
  readonly examples: readonly ExamplePlan[];
}

/** One thing in a plan that decides the output. */
export interface PlanPart {
  /** Where it stands, such as `transforms[2]` or `containers.posts`. */
  readonly place: string;
  /** In one canonical form, variables by their names. */
  readonly text: string;
}

/** What a file may hold; without one it is told by the content. */
export const SOURCE_FORMATS = ['ndjson', 'array', 'object', 'concatenated', 'jsonc'] as const;
export type SourceFormat = (typeof SOURCE_FORMATS)[number];

export interface SourcePlan {
  /** What its documents are called; of a mixed source, what the records are called that cannot be sorted. */
  readonly entity: string;
  /** How the documents of a mixed source are sorted into entities. */
  readonly sort?: SortPlan;
  /** As the plan writes it: a path or glob relative to the plan, or `-`. */
  readonly file: string;
  /** A document larger than this many bytes is rejected. */
  readonly maxDocument: number;
  /** What the file holds, where it is not to be detected. */
  readonly format?: SourceFormat;
  /** The array inside the one JSON value of the file whose elements are the documents. */
  readonly select?: Path;
  /** Whether a container may take the last of a repeated key. */
  readonly duplicateKeys?: 'last';
  /** Whether MongoDB Extended JSON becomes plain JSON. */
  readonly extendedJson?: true;
}

export interface SortPlan {
  /** Where the text stands that says which entity a document is. */
  readonly by: Path;
  /** What entities are called in this plan, by that text; the others go by the text itself. */
  readonly names: ReadonlyMap<string, string>;
  /** The entities that the plan has a place for. */
  readonly known: ReadonlySet<string>;
}

export interface StepPlan {
  /** Its place among the transforms, from 0. */
  readonly index: number;
  readonly name: string;
  /** The entities it works on, resolved. */
  readonly for: readonly string[];
  /** Documents for which it is false pass the step by. */
  readonly if?: Expression;
  /** For a step across documents: opens what it gathers. */
  readonly gather?: (place: GatherPlace) => Gathering;
  /** For a step that remembers keys over the whole run: their space. */
  readonly remembers?: string;
  /** For a step that finds documents of a reference, or of the plan itself: which, and by what. */
  readonly looksUp?: LookedUp;
  /** For a step that keeps one of all that have a key in common: how it is chosen. */
  readonly contest?: ContestPlan;
  /** Compiles the step with its checked options, once a worker. */
  compile(setting: StepSetting): ApplyStep;
  readonly overwrite: boolean;
  /** Secrets that it has asked for, by the names of their variables; never to be shown or kept. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Entities it makes. */
  readonly makes: readonly string[];
}

export interface ContestPlan {
  /** Whether people are to see who has lost. */
  readonly tellsLosers: boolean;
  /** The rules for one contest, which keep what they have seen until it is decided. */
  rules(): ContestRules;
}

export const WRITE_MODES = ['create', 'upsert'] as const;
export const CONFLICT_ACTIONS = ['reject', 'abort'] as const;
export const CONFLICT_DECISIONS = ['decided', 'arrival'] as const;

export interface ContainerPlan {
  /** Its key in the plan; files are named by it. */
  readonly label: string;
  /** Its name in the database. */
  readonly name: string;
  readonly entities: readonly string[];
  /** One to three paths. */
  readonly partitionKey: readonly Path[];
  /** Each constraint is one or more paths. */
  readonly uniqueKeys: readonly (readonly Path[])[];
  /** Seconds; -1 for `enabled`; absent: off. */
  readonly defaultTtl?: number;
  readonly write: (typeof WRITE_MODES)[number];
  readonly onConflict: (typeof CONFLICT_ACTIONS)[number];
  readonly conflicts: (typeof CONFLICT_DECISIONS)[number];
  /** Indexing, throughput and other policies as the plan gives them, checked. */
  readonly policies: Readonly<Record<string, unknown>>;
}

export interface TargetPlan {
  readonly folder?: string;
  readonly cosmos?: CosmosTarget;
}

/** An account of Azure Cosmos DB, and how one gets in. */
export interface CosmosAccount {
  readonly endpoint: string;
  readonly auth: CosmosAuth;
}

/** Identities of Entra ID. */
export const COSMOS_IDENTITIES = ['default', 'cli', 'managedIdentity', 'workloadIdentity'] as const;

export type CosmosAuth =
  | { readonly kind: 'key'; /** Never to be shown or kept. */ readonly key: string }
  | { readonly kind: (typeof COSMOS_IDENTITIES)[number]; readonly clientId?: string };

export interface CosmosTarget extends CosmosAccount {
  readonly database: string;
  /** Request units a second that the run may spend; absent: what the containers are provided with. */
  readonly ru?: number;
  /** Milliseconds without any progress after which a run gives up. */
  readonly patience: number;
}

export interface ExamplePlan {
  readonly name?: string;
  /** All of the example as JSON, digits kept: `given`, `references`, `expect`, `contains`, `rejected`. */
  readonly json: string;
}
