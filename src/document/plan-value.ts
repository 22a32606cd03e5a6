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

/** @param at where the value goes; an expression that fails is known by it, since it may read many paths or none. */
export function planValue(value: PlanValue, document: Document, setting: ValueSetting, at?: Path): Value | Rejection {
  if ('constant' in value) return constantValue(document.tape, value.constant);
  if ('template' in value) return value.template.evaluate(document.tape, { root: document.root }, setting.sha256);
  const made = value.expression.value(document, setting.startedAt);
  return typeof made === 'number' || at === undefined ? made : { ...made, path: at.text };
}

/** The paths that a value is made from. */
export function pathsIn(value: PlanValue | undefined): readonly Path[] {
  if (value === undefined || 'constant' in value) return [];
  return 'expression' in value ? value.expression.paths : value.template.paths;
}
