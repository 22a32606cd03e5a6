/** What does a step tell of a document? Its context, with somebody who hears what it notes. */
import type { RecordPlace } from '../../document/position.ts';
import type { Value } from '../../document/tape.ts';
import type { MakeOptions, StepContext } from '../../transform/step.ts';

export class ListeningContext implements StepContext {
  readonly #onNote: (code: string, message: string, count: number) => void;
  #context!: StepContext;

  constructor(onNote: (code: string, message: string, count: number) => void) {
    this.#onNote = onNote;
  }

  to(context: StepContext): this {
    this.#context = context;
    return this;
  }

  get startedAt(): number {
    return this.#context.startedAt;
  }

  get origin(): RecordPlace {
    return this.#context.origin;
  }

  get sha256(): (text: string) => string {
    return this.#context.sha256;
  }

  get hmac(): (key: string, text: string) => string {
    return this.#context.hmac;
  }

  make(entity: string, root: Value, options?: MakeOptions): void {
    this.#context.make(entity, root, options);
  }

  drop(path: string, count?: number): void {
    this.#context.drop(path, count);
  }

  note(code: string, path: string, message: string, count: number = 1): void {
    this.#onNote(code, message, count);
    this.#context.note(code, path, message, count);
  }
}
