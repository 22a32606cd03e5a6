/** What does a step do beside changing its document? The context that steps see: what it makes, drops and notes waits until it went well. */
import { Document } from '../document/document.ts';
import type { Notice } from '../document/notice.ts';
import type { RecordPlace } from '../document/position.ts';
import { shownId } from '../document/shown-id.ts';
import type { Value } from '../document/tape.ts';
import type { Rejection } from '../document/rejection.ts';
import type { Departure, MakeOptions, StepContext } from './step.ts';

/** A document that a step made of another one. */
export interface Made {
  readonly document: Document;
  /** The step that made it. */
  readonly step: { readonly index: number; readonly name: string };
  /** Whether it is written or rejected together with the document it was made of. */
  readonly family: boolean;
  /** How it has ended already. */
  readonly ends: Departure | Rejection | undefined;
}

export class RunningStep implements StepContext {
  readonly startedAt: number;
  readonly sha256: (text: string) => string;
  readonly hmac: (key: string, text: string) => string;
  origin: RecordPlace = { shard: 0, index: 0 };
  readonly made: Made[];
  /** Where in `made` the documents of the running step begin. */
  firstMade = 0;
  readonly drops: { path: string; count: number }[] = [];
  readonly notices: Notice[] = [];
  #step: Made['step'] = { index: 0, name: '' };
  #document: Document | undefined;

  constructor(setting: Pick<StepContext, 'startedAt' | 'sha256' | 'hmac'>, made: Made[]) {
    this.startedAt = setting.startedAt;
    this.sha256 = setting.sha256;
    this.hmac = setting.hmac;
    this.made = made;
  }

  /** The step is about to work on this document. */
  begin(step: Made['step'], document: Document): void {
    this.#step = step;
    this.#document = document;
    this.firstMade = this.made.length;
    if (this.drops.length > 0) this.drops.length = 0;
    if (this.notices.length > 0) this.notices.length = 0;
  }

  get hasNews(): boolean {
    return this.made.length > this.firstMade || this.drops.length > 0 || this.notices.length > 0;
  }

  /** A step that rejects leaves nothing half-done; the document itself is the chain's to restore. */
  forget(): void {
    this.made.length = this.firstMade;
    this.drops.length = 0;
    this.notices.length = 0;
  }

  make(entity: string, root: Value, options?: MakeOptions): void {
    this.made.push({
      document: new Document(this.#document!.tape, entity, root),
      step: this.#step,
      family: options?.family === true,
      ends: options?.ends,
    });
  }

  drop(path: string, count: number = 1): void {
    if (count > 0) this.drops.push({ path, count });
  }

  note(code: string, path: string, message: string, count: number = 1): void {
    const { tape, root, entity } = this.#document!;
    const id = shownId(tape, root);
    this.notices.push({ code, path, message, entity, count, ...(id === undefined ? {} : { example: { id } }) });
  }
}
