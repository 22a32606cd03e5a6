/** What is a function of the expressions? What it takes, what it says, and how it works that out. */
import type { Content, Kind } from '../content.ts';
import type { Scope } from '../scope.ts';

export interface CelFunction {
  /** The kinds that each argument may have, none for any; the first is what stands before the point, where one does. */
  readonly takes: readonly (readonly Kind[])[];
  /** How many are needed, where some may be left out. */
  readonly least?: number;
  /** The kind of what it says, if there is only one. */
  readonly kind: Kind | undefined;
  readonly apply: (values: readonly Content[], scope: Scope) => Content;
}

/** By how they are called: `size(…)`, `.size(…)` and `math.floor(…)`. */
export type CelFunctions = Readonly<Record<string, CelFunction>>;

export const TEXT: readonly Kind[] = ['text'];
export const NUMBER: readonly Kind[] = ['number'];
export const ANY: readonly Kind[] = [];
