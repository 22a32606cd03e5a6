/** How are documents indexed? They are copied once, and what they hold at each path that is looked up is sorted. */
import { join } from 'node:path';
import { ExternalSort } from '../../container/external-sort.ts';
import type { Path } from '../../document/path.ts';
import { readEach } from '../../document/read.ts';
import type { Tape, Value } from '../../document/tape.ts';
import { EntryHash } from './entry-hash.ts';
import { type CameFrom, ReferenceWriter } from './reference-text.ts';
import { halvesOf, type Repeated, writeIndex } from './sorted-index.ts';

/** The file in the folder of an index that the documents are copied to. */
export const DOCUMENTS = 'documents';

export class IndexWriter {
  readonly #folder: string;
  readonly #paths: readonly Path[];
  readonly #sorts: readonly ExternalSort[];
  /** By path. */
  readonly #entries: number[];
  readonly #documents: ReferenceWriter;
  readonly #hash = new EntryHash();

  /**
   * @param folder is there, and is for this alone
   * @param paths what documents are found by
   */
  constructor(folder: string, paths: readonly Path[]) {
    this.#folder = folder;
    this.#paths = paths;
    this.#sorts = paths.map((_, number) => new ExternalSort(`${indexPath(folder, number)}.runs`));
    this.#entries = paths.map(() => 0);
    this.#documents = new ReferenceWriter(join(folder, DOCUMENTS));
  }

  /** @param kept what is kept of the document. @default all */
  add(tape: Tape, root: Value, from: CameFrom, kept: Value = root): void {
    const [third, fourth] = halvesOf(this.#documents.add(tape, kept, from));
    const hash = this.#hash;
    this.#paths.forEach((path, number) => {
      const sort = this.#sorts[number]!;
      const enter = (): void => {
        this.#entries[number]!++;
        sort.add(hash.high, hash.low, third, fourth);
      };
      readEach(tape, root, path, (value) => {
        if (hash.ofValue(tape, value)) enter();
        if (hash.ofDigits(tape, value)) enter();
      });
    });
  }

  /** Resolves when there is room for more. */
  drain(): Promise<void> {
    return this.#documents.drain();
  }

  /** Writes the indexes; what repeats at each of the paths. */
  async finish(): Promise<readonly Repeated[]> {
    await this.#documents.end();
    const repeated: Repeated[] = [];
    for (const [number, sort] of this.#sorts.entries())
      repeated.push(await writeIndex(indexPath(this.#folder, number), sort, this.#entries[number]!));
    return repeated;
  }

  close(): void {
    for (const sort of this.#sorts) sort.close();
    this.#documents.close();
  }
}

export function indexPath(folder: string, number: number): string {
  return join(folder, `${number}.index`);
}
