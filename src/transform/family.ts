/**
 * What if a document and what was made of it belong together (`onReject: family`)? The family is gathered before any
 * member is handed on: if one falls, in a step or by a container's rules, all are rejected; keys are decided later.
 */
import type { Document } from '../document/document.ts';
import type { Notice } from '../document/notice.ts';
import type { Rejection } from '../document/rejection.ts';
import { type ChainOutlet, type Descent, REFUSED } from './outlet.ts';
import type { Departure } from './step.ts';

interface Gathered {
  readonly document: Document;
  /** Its `parent` is the place of another member here, but for the head of the family. */
  readonly descent: Descent;
  readonly isHead: boolean;
  readonly belongs: boolean;
}

export class FamilyOutlet implements ChainOutlet {
  /** Whether what comes next is of the family, or was made of a member by a step that keeps no family together. */
  belongs = true;
  readonly #outer: ChainOutlet;
  readonly #number: number;
  readonly #gathered: Gathered[] = [];
  #fall: Rejection | undefined;

  constructor(outer: ChainOutlet, number: number) {
    this.#outer = outer;
    this.#number = number;
  }

  /** One of the family has been rejected. */
  fall(rejection: Rejection): void {
    this.#fall ??= rejection;
  }

  /** The document from which the family descends. */
  emitHead(document: Document, descent: Descent): number {
    return this.#gather(document, descent, true);
  }

  emit(document: Document, descent: Descent): number {
    return this.#gather(document, descent, false);
  }

  #gather(document: Document, descent: Descent, isHead: boolean): number {
    const rejection = this.belongs ? this.#outer.check(document) : undefined;
    if (rejection !== undefined) {
      this.reject(document, undefined, rejection);
      return REFUSED;
    }
    this.#gathered.push({ document, descent, isHead, belongs: this.belongs });
    return this.#gathered.length - 1;
  }

  check(document: Document): Rejection | undefined {
    return this.#outer.check(document);
  }

  reject(document: Document, step: string | undefined, rejection: Rejection): void {
    if (this.belongs) this.fall(rejection);
    this.#outer.reject(document, step, rejection);
  }

  leave(document: Document, how: Departure): void {
    this.#outer.leave(document, how);
  }

  made(document: Document): void {
    this.#outer.made(document);
  }

  drop(step: string, path: string, count: number): void {
    this.#outer.drop(step, path, count);
  }

  note(notice: Notice): void {
    this.#outer.note(notice);
  }

  /** Hands the members on, or rejects them with the one that fell. */
  settle(): void {
    const answers: number[] = [];
    const fall = this.#fall;
    for (const { document, descent, isHead, belongs } of this.#gathered) {
      const parent = isHead || descent.parent < 0 ? descent.parent : answers[descent.parent]!;
      if (belongs && fall !== undefined) {
        this.#outer.reject(document, undefined, {
          code: fall.code,
          message: `${WITH_FAMILY}: ${fall.message}`,
          ...(fall.finding !== undefined && { finding: `${WITH_FAMILY}: ${fall.finding}` }),
        });
        answers.push(REFUSED);
      } else {
        const parentRejected = descent.parentRejected || parent === REFUSED;
        answers.push(
          this.#outer.emit(document, {
            parent: Math.max(parent, -1),
            parentRejected,
            family: belongs ? this.#number : descent.family,
          }),
        );
      }
    }
  }
}

const WITH_FAMILY = 'Rejected together with its family (onReject: family)';
