/** What does a plan put into a document? A constant, or the text that a template makes of the document. */
import { type Constant, constantValue } from './literal.ts';
import type { Document } from './document.ts';
import type { Path } from './path.ts';
import type { Rejection } from './rejection.ts';
import type { Value } from './tape.ts';
import type { Template } from './template.ts';

/** A constant or a template, as `set` and `fill` take them. */
export type PlanValue = { readonly constant: Constant } | { readonly template: Template };

export function planValue(value: PlanValue, document: Document, sha256: (text: string) => string): Value | Rejection {
  if ('constant' in value) return constantValue(document.tape, value.constant);
  return value.template.evaluate(document.tape, { root: document.root }, sha256);
}

/** The paths that a value is made from. */
export function pathsIn(value: PlanValue | undefined): readonly Path[] {
  return value !== undefined && 'template' in value ? value.template.paths : [];
}
