/** (replaced in full by its owner) A template is text with `{path}` parts. */
import type { Path } from './path.ts';
import type { Rejection } from './rejection.ts';
import type { Tape, Value } from './tape.ts';

/** What the names in a template refer to. */
export interface TemplateScope {
  /** `{/path}`. */
  readonly root: Value;
  /** `{parent/path}`. */
  readonly parent?: Value;
  /** `{^/path}`. */
  readonly enclosing?: Value;
  /** `{#}`. */
  readonly position?: number;
  /** `{shard}`. */
  readonly shard?: number;
}

export interface Template {
  readonly text: string;
  /** Paths read from the document itself, for lint. */
  readonly paths: readonly Path[];
  /** The text as a string value on the tape, or why it cannot be made. */
  evaluate(tape: Tape, scope: TemplateScope, sha256: (text: string) => string): Value | Rejection;
}
