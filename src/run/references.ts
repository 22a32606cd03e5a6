/**
 * Where do lookups find the documents of references? Before the first document of a run, each reference that is looked up
 * is read once and indexed on disk; from then on its files stay as they are, and what is asked for often is in memory.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Observe } from '../document/notice.ts';
import type { Plan } from '../plan/plan.ts';
import { openFileSources } from '../source/open-file-sources.ts';
import type { Shard } from '../source/source.ts';
import type { LookedUp, ReferenceIndex } from '../transform/reference.ts';
import type { PhaseProgress } from './options.ts';
import { phaseOf } from './phase.ts';
import { FoundReference } from './references/found-reference.ts';
import { indexReference } from './references/index-reference.ts';
import { DOCUMENTS, indexPath } from './references/index-writer.ts';
import { noteRepeated } from './references/note-repeated.ts';
import { ReferenceText } from './references/reference-text.ts';
import { SortedIndex } from './references/sorted-index.ts';

/** What is kept in memory of all their files together, bytes. */
const CACHE = 64 << 20;

export interface Referring {
  readonly observe: Observe;
  /** Aborted: what has not been read yet stays unread. */
  readonly signal?: AbortSignal | undefined;
  readonly onPhase?: ((progress: PhaseProgress) => void) | undefined;
}

/** What a plan is asked for. */
export type ReferringPlan = Pick<Plan, 'steps' | 'references'>;

/** The files of all references of a plan, found. */
export function referenceShards(plan: Plan): Promise<Shard[]> {
  return openFileSources(plan.references, dirname(plan.file));
}

export class References {
  /** By the index of the step that looks something up. */
  readonly indexes: ReadonlyMap<number, ReferenceIndex>;
  readonly #files: readonly { close(): void }[];

  private constructor(indexes: ReadonlyMap<number, ReferenceIndex>, files: readonly { close(): void }[]) {
    this.indexes = indexes;
    this.#files = files;
  }

  /**
   * Indexes what the steps of a plan look up; nothing, where it is stopped meanwhile.
   * @param shards of its references
   * @param folder takes what is found, each in a folder of its own
   * @throws Fatal when a reference cannot be read to its end
   */
  static async build(
    { steps, references }: ReferringPlan,
    shards: readonly Shard[],
    folder: string,
    { observe, signal, onPhase }: Referring,
  ): Promise<References> {
    const wanted = wantedIn({ steps, references });
    const repeated = new Map<string, Awaited<ReturnType<typeof indexReference>>>();
    for (const [number, { reference, lookedUp }] of wanted.entries()) {
      const own = ownFolder(folder, number);
      mkdirSync(own, { recursive: true, mode: 0o700 });
      const source = references.find(({ entity }) => entity === reference)!;
      const ofReference = shards.filter(({ entity }) => entity === reference);
      const paths = lookedUp.map(({ foreign }) => foreign);
      const onRead = phaseOf(`indexing reference ${reference}`, ofReference, onPhase);
      const reading = { plan: source, shards: ofReference, folder: own, paths, observe, signal, onRead };
      repeated.set(reference, await indexReference(reading));
      if (signal?.aborted === true) return new References(new Map(), []);
    }
    return References.#open(wanted, folder, ({ takesFirst, foreign }, number, documents, reference) => {
      if (takesFirst)
        noteRepeated(
          { entities: [reference], foreign, isReference: true, shards },
          repeated.get(reference)![number]!,
          documents,
          observe,
        );
    });
  }

  /** Opens what has been indexed. */
  static open(plan: ReferringPlan, folder: string): References {
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
    return new References(indexes, files);
  }

  close(): void {
    for (const file of this.#files) file.close();
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

function wantedIn({ steps, references }: ReferringPlan): Wanted[] {
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
