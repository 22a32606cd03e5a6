/** What is there to say of values that lead nowhere, or to too much? It waits until the document has not been rejected. */
import type { StepContext } from '../../src/transform/step.ts';

const CODES = ['REFERENCE_MISSING', 'REFERENCE_AS_TEXT', 'REFERENCE_KEY_REPEATED'] as const;

export type Code = (typeof CODES)[number];

export class Told {
  readonly #counts = new Map<Code, { count: number; readonly message: string }>();

  /** A new document. */
  clear(): void {
    if (this.#counts.size > 0) this.#counts.clear();
  }

  tell(code: Code, message: string): void {
    const told = this.#counts.get(code);
    if (told === undefined) this.#counts.set(code, { count: 1, message });
    else told.count++;
  }

  note(context: StepContext, path: string): void {
    for (const code of CODES) {
      const told = this.#counts.get(code);
      if (told !== undefined) context.note(code, path, told.message, told.count);
    }
  }
}
