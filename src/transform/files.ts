/** What does a step get of a file that stands beside the plan? The plan reads it; the step knows it by these contracts. */
import type { RecordOrigin } from '../document/position.ts';
import type { PlainObject } from '../document/plain.ts';
import type { Tape, Value } from '../document/tape.ts';

/** What a file is read as. */
export const FILE_USES = ['schema', 'script'] as const;
export type FileUse = (typeof FILE_USES)[number];

/** A JSON Schema. */
export interface PlanSchema {
  readonly use: 'schema';
  /** The file as the plan names it, for messages. */
  readonly name: string;
  /** What in the value is not as the schema wants it; none when it is valid. */
  failuresOf(tape: Tape, value: Value): SchemaFailures;
}

export interface SchemaFailures {
  /** The first of them, in the order of the schema. */
  readonly shown: readonly SchemaFailure[];
  /** How many there are beyond those; `undefined` where nobody has counted. */
  readonly more: number | undefined;
}

export interface SchemaFailure {
  readonly path: string;
  /** What is expected there, such as `must be string`. */
  readonly problem: string;
}

/** A module whose default export is a function. */
export interface PlanScript {
  readonly use: 'script';
  /** The file as the plan names it, for messages. */
  readonly name: string;
  /**
   * Calls the function, and answers what is taken of its result; throws what it throws. Beyond so many seconds the run
   * may be ended.
   */
  call<Taken>(
    document: PlainObject,
    context: ScriptContext,
    origin: RecordOrigin,
    seconds: number,
    take: (result: unknown) => Taken,
  ): Taken;
  /** Where in the script something was thrown, such as `my-step.ts:12:5`. */
  placeOf(thrown: unknown): string | undefined;
}

/** What a script is told beside its document. */
export interface ScriptContext {
  /** What the document is called in the plan. */
  readonly entity: string;
  /** Milliseconds since 1970 at which the run began, the same after a resume. */
  readonly startedAt: number;
}

/**
 * The default export of a script: `export default ((doc, { entity }) => …) satisfies Script`. It returns the document, a
 * list of documents of the same entity, or undefined to leave it out.
 */
export type Script = (doc: Record<string, unknown>, context: ScriptContext) => object | readonly object[] | undefined;
