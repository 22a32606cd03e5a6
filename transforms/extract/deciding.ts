/** Which of the objects with one key becomes the document? What the extractor asks of who knows. */
import type { Tape, Value } from '../../src/document/tape.ts';
import type { StepContext } from '../../src/transform/step.ts';
import type { ObjectKey } from './object-key.ts';
import type { ObjectPlace, References } from './referrer.ts';

/** An object that leaves its place. */
export interface Leaving {
  readonly place: ObjectPlace;
  readonly key: ObjectKey;
  /** What it becomes. */
  readonly made: Value;
  /** What takes its place. */
  references: References;
}

export interface Deciding {
  /** The next object of the document; answers the id to refer to, where that is known to be another one than its own. */
  claim(tape: Tape, key: ObjectKey, made: Value, context: StepContext): string | undefined;
  /** All is well with the document: these are its objects, in turn. */
  keep(tape: Tape, leaving: readonly Leaving[], context: StepContext): void;
  /** The document is rejected. */
  forget(): void;
}
