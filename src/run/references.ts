/**
 * Where do lookups find the documents of references? Before the first document of a run, each reference that is looked up
 * is read once and indexed on disk; from then on its files stay as they are, and what is asked for often is in memory.
 * Nothing of it is kept from one process to the next: a run that goes on indexes again what has not changed.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Observe } from '../document/notice.ts';
import type { Plan } from '../plan/plan.ts';
import { openFileSources } from '../source/open-file-sources.ts';
import type { Shard } from '../source/source.ts';
import type { LookedUp, ReferenceIndex } from '../transform/reference.ts';
import { FoundReference } from './references/found-reference.ts';
import { DOCUMENTS, indexPath, indexReference } from './references/index-reference.ts';
import { noteRepeated } from './references/note-repeated.ts';
import { removeOwn } from './references/own-folder.ts';
import { ReferenceText } from './references/reference-text.ts';
import { SortedIndex } from './references/sorted-index.ts';

/** What is kept in memory of all their files together, bytes. */
const CACHE = 64 << 20;

export interface Referring {
  readonly observe: Observe;
  /** Aborted: what has not been read yet stays unread. */
  readonly signal?: AbortSignal | undefined;
}

/** The files of all references of a plan, found. */
export function referenceShards(plan: Plan): Promise<Shard[]> {
  return openFileSources(plan.references, dirname(plan.file));
}

export class References {
  /** By the index of the step that looks something up. */
  readonly indexes: ReadonlyMap<number, ReferenceIndex>;
  /** Where their files are, for another thread to open them. */
  readonly folder: string;
  /** Whether it was stopped before all was indexed. */
  readonly isStopped: boolean;
  readonly #files: readonly { close(): void }[];

  private constructor(
    folder: string,
    indexes: ReadonlyMap<number, ReferenceIndex>,
    files: readonly { close(): void }[],
    isStopped: boolean = false,
  ) {
    this.folder = folder;
    this.isStopped = isStopped;
    this.indexes = indexes;
    this.#files = files;
  }

  /**
   * Indexes what the steps of a plan look up.
   * @param shards of its references
   * @param folder is not there yet, and is for this alone
   * @throws Fatal when a reference cannot be read to its end
   */
  static async build(
    plan: Pick<Plan, 'steps' | 'references'>,
    shards: readonly Shard[],
    folder: string,
    { observe, signal }: Referring,
  ): Promise<References> {
    const wanted = wantedIn(plan);
    try {
      return await References.#index(plan, wanted, shards, folder, { observe, signal });
    } catch (error) {
      removeOwn(folder);
      throw error;
    }
  }

  static async #index(
    { references }: Pick<Plan, 'references'>,
    wanted: readonly Wanted[],
    shards: readonly Shard[],
    folder: string,
    { observe, signal }: Referring,
  ): Promise<References> {
    const repeated = new Map<string, Awaited<ReturnType<typeof indexReference>>>();
    for (const [number, { reference, lookedUp }] of wanted.entries()) {
      const own = ownFolder(folder, number);
      mkdirSync(own, { recursive: true, mode: 0o700 });
      const source = references.find(({ entity }) => entity === reference)!;
      const ofReference = shards.filter(({ entity }) => entity === reference);
      const paths = lookedUp.map(({ foreign }) => foreign);
      repeated.set(
        reference,
        await indexReference({ plan: source, shards: ofReference, folder: own, paths, observe, signal }),
      );
      if (signal?.aborted === true) return new References(folder, new Map(), [], true);
    }
    return References.#open(wanted, folder, ({ takesFirst, foreign }, number, documents, reference) => {
      if (takesFirst) noteRepeated({ reference, foreign }, repeated.get(reference)![number]!, documents, observe);
    });
  }

  /** Opens what has been indexed. */
  static open(plan: Pick<Plan, 'steps' | 'references'>, folder: string): References {
    return References.#open(wantedIn(plan), folder, () => {});
  }

  static #open(
    wanted: readonly Wanted[],
    folder: string,
    onOpen: (lookedUp: WantedPath, number: number, documents: ReferenceText, reference: string) => void,
  ): References {
    const count = wanted.reduce((sum, { lookedUp }) => sum + 1 + lookedUp.length, 0);
    const bytes = Math.floor(CACHE / Math.max(1, count));
    const indexes = new Map<number, ReferenceIndex>();
    const files: { close(): void }[] = [];
    for (const [number, { reference, lookedUp }] of wanted.entries()) {
      const own = ownFolder(folder, number);
      const documents = new ReferenceText(join(own, DOCUMENTS), bytes);
      files.push(documents);
      for (const [path, one] of lookedUp.entries()) {
        const index = new SortedIndex(indexPath(own, path), bytes);
        files.push(index);
        const found = new FoundReference(index, documents);
        for (const step of one.steps) indexes.set(step, found);
        onOpen(one, path, documents, reference);
      }
    }
    return new References(folder, indexes, files);
  }

  /** Closes the files and removes them. */
  remove(): void {
    for (const file of this.#files) file.close();
    removeOwn(this.folder);
  }
}

/** A reference, and each path once that its documents are found by. */
interface Wanted {
  readonly reference: string;
  readonly lookedUp: readonly WantedPath[];
}

interface WantedPath extends Pick<LookedUp, 'foreign' | 'takesFirst'> {
  /** Indexes of the steps that find documents by it. */
  readonly steps: readonly number[];
}

function wantedIn({ steps, references }: Pick<Plan, 'steps' | 'references'>): Wanted[] {
  return references.flatMap(({ entity: reference }) => {
    const byPath = new Map<string, WantedPath>();
    for (const { index, looksUp } of steps) {
      if (looksUp?.reference !== reference) continue;
      const { foreign } = looksUp;
      const before = byPath.get(foreign.text);
      const takesFirst = looksUp.takesFirst || before?.takesFirst === true;
      byPath.set(foreign.text, { foreign, takesFirst, steps: [...(before?.steps ?? []), index] });
    }
    return byPath.size === 0 ? [] : [{ reference, lookedUp: [...byPath.values()] }];
  });
}

function ownFolder(folder: string, number: number): string {
  return join(folder, String(number));
}
