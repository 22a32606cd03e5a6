/** What is a part of an expression once it has been read? A function of the document, with what is known beforehand. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Value } from '../document/tape.ts';
import type { Content, Kind } from './content.ts';
import type { Scope } from './scope.ts';

export interface Compiled {
  readonly node: ASTNode;
  /** What it says; scalars of the document are decoded. */
  readonly evaluate: (scope: Scope) => Content;
  /** The same, but a scalar of the document may be a reference to where it stands. */
  readonly refer: (scope: Scope) => Content;
  /** Where it stands, or `MISSING`: for `doc` and what is read below it by names that the plan says. */
  readonly locate?: (scope: Scope) => Value;
  /** Its kind, when it is the same for all documents. */
  readonly kind: Kind | undefined;
  /** Its value, when it stands in the plan. */
  readonly constant?: Content;
}

/** The slots of the variables of the macros around a part, by name. */
export type Names = ReadonlyMap<string, number>;

/** What the readers of parts ask of the one that puts them together. */
export interface Compiler {
  compile(node: ASTNode, names: Names): Compiled;
  /** Another number for each variable, and for each place that is looked for once a document. */
  newSlot(): number;
}

/** The text of a part for messages, cut where it is long. */
export function textOfNode(node: ASTNode): string {
  const text = node.input.slice(node.start, node.end).replaceAll(/\s+/g, ' ');
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** Where the name of what is called stands; the tree only says where the whole call begins. */
export function placeOfName(node: ASTNode & { op: 'call' | 'rcall' }): number {
  return node.op === 'call' ? node.start : node.input.indexOf(node.args[0], node.args[1].end);
}
