/** How is each file of the sources read? Remembered with the positions, so that a run that goes on knows it of all. */
import type { FileForm } from '../report/source-files.ts';

/** What its facts are kept by in the state. */
const FORMS = 'sources';

export class Forms {
  /** By the number of the shard. */
  readonly #forms: Map<number, FileForm>;

  /** @param facts those of a run that goes on */
  constructor(facts: Readonly<Record<string, unknown>> | undefined) {
    this.#forms = new Map((facts?.[FORMS] as readonly [number, FileForm][] | undefined) ?? []);
  }

  /** The last batch knows best: that one object was not the only value is seen when the next one comes. */
  note(shard: number, form: FileForm | undefined): void {
    if (form !== undefined) this.#forms.set(shard, form);
  }

  /** For the state. */
  get facts(): Readonly<Record<string, unknown>> {
    return { [FORMS]: [...this.#forms] };
  }

  /** In the order of the shards. */
  get all(): FileForm[] {
    return [...this.#forms].toSorted(([a], [b]) => a - b).map(([, form]) => form);
  }
}
