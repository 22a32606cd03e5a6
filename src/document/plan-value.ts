/** What does a plan put into a document? A constant, the text that a template makes of the document, or what an expression says of it. */
import { type Constant, constantValue } from './literal.ts';
import type { Document } from './document.ts';
import type { Expression } from './expression.ts';
import type { Path } from './path.ts';
import type { Rejection } from './rejection.ts';
import type { Value } from './tape.ts';
import type { Template } from './template.ts';

/** As `set` and `fill` take them. */
export type PlanValue =
  | { readonly constant: Constant }
  | { readonly template: Template }
  | { readonly expression: Expression };

/** What a value may be made with, beside the document. */
export interface ValueSetting {
  readonly startedAt: number;
  readonly sha256: (text: string) => string;
}

export function planValue(value: PlanValue, document: Document, setting: ValueSetting): Value | Rejection {
  if ('constant' in value) return constantValue(document.tape, value.constant);
  if ('expression' in value) return value.expression.value(document, setting.startedAt);
  return value.template.evaluate(document.tape, { root: document.root }, setting.sha256);
}

/** The paths that a value is made from. */
export function pathsIn(value: PlanValue | undefined): readonly Path[] {
  if (value === undefined || 'constant' in value) return [];
  return 'expression' in value ? value.expression.paths : value.template.paths;
}
