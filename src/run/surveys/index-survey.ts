/** What is kept of the documents that a step looks up among those of the plan? What it asks for, indexed on disk. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '../../document/document.ts';
import { addObject } from '../../document/literal.ts';
import type { Observe } from '../../document/notice.ts';
import { pick, type Picking, pickingOf } from '../../document/pick.ts';
import type { RecordPlace } from '../../document/position.ts';
import { MISSING } from '../../document/tape.ts';
import type { Shard } from '../../source/source.ts';
import type { LookedUp } from '../../transform/reference.ts';
import { FoundReference } from '../references/found-reference.ts';
import { DOCUMENTS, indexPath, IndexWriter } from '../references/index-writer.ts';
import { noteRepeated } from '../references/note-repeated.ts';
import { ReferenceText } from '../references/reference-text.ts';
import { SortedIndex } from '../references/sorted-index.ts';

export class IndexSurvey {
  readonly #folder: string;
  readonly #lookedUp: LookedUp;
  readonly #sees: readonly string[];
  readonly #writer: IndexWriter;
  readonly #keeps: Picking | undefined;

  /**
   * @param folder is not there yet, and is for this alone
   * @param sees the entities of the documents
   */
  constructor(folder: string, lookedUp: LookedUp, sees: readonly string[]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
    this.#lookedUp = lookedUp;
    this.#sees = sees;
    this.#writer = new IndexWriter(folder, [lookedUp.foreign]);
    this.#keeps = lookedUp.keeps && pickingOf(lookedUp.keeps);
  }

  see({ tape, root }: Document, { shard, place }: RecordPlace): void {
    const kept = this.#keeps === undefined ? root : pick(tape, root, this.#keeps);
    this.#writer.add(
      tape,
      root,
      { shard, line: place?.line ?? 0, offset: place?.offset ?? 0 },
      kept === MISSING ? addObject(tape) : kept,
    );
  }

  drain(): Promise<void> {
    return this.#writer.drain();
  }

  /** @param shards of the sources */
  async finish(shards: readonly Shard[], observe: Observe): Promise<void> {
    const [repeated] = await this.#writer.finish();
    const { reference, foreign, takesFirst } = this.#lookedUp;
    if (!takesFirst) return;
    const documents = new ReferenceText(join(this.#folder, DOCUMENTS), 0);
    try {
      noteRepeated(
        { entities: this.#sees, foreign, isReference: reference !== undefined, shards },
        repeated!,
        documents,
        observe,
      );
    } finally {
      documents.close();
    }
  }

  close(): void {
    this.#writer.close();
  }
}

/** What a survey has left in its folder. @param bytes of each file that are kept in memory */
export function openSurveyed(folder: string, bytes: number): { readonly index: FoundReference; close(): void } {
  const documents = new ReferenceText(join(folder, DOCUMENTS), bytes);
  const entries = new SortedIndex(indexPath(folder, 0), bytes);
  return {
    index: new FoundReference(entries, documents),
    close() {
      documents.close();
      entries.close();
    },
  };
}
