/**
 * How do documents get into a folder? Each container is one NDJSON file, `<label>.ndjson`, written under a temporary
 * name and renamed when the run is complete, so that a half-finished file never looks finished.
 */
import { join } from 'node:path';
import { AppendFile } from '../container/append-file.ts';
import { SteadySync } from '../container/steady-sync.ts';
import { openUnfinished, PARTIAL, publish, unpublish } from '../container/unfinished-file.ts';
import { makeFolders } from '../folders.ts';
import type { Document } from '../document/document.ts';
import type { Settled } from '../document/settled.ts';
import { FileText, type TextCounts } from './file-text.ts';
import type { ContainerSummary, FinishOptions, LineSink, Marked, Output, Refusal, SinkSummary } from './sink.ts';

/** A buffer is handed to the disk from this size on, bytes. */
const FULL = 1 << 19;

export class FolderSink implements LineSink {
  readonly #files: ReadonlyMap<string, ContainerFile>;

  private constructor(files: ReadonlyMap<string, ContainerFile>) {
    this.#files = files;
  }

  /**
   * Opens a file a container, new or as it was when `resumed` was committed; the folder is made when it is missing.
   * @throws Fatal when a file has lost something since then
   */
  static async open(folder: string, labels: readonly string[], resumed?: Settled): Promise<FolderSink> {
    makeFolders(folder);
    const files = labels.map((label): [string, ContainerFile] => [
      label,
      openFile(join(folder, `${label}.ndjson`), label, resumed),
    ]);
    return new FolderSink(new Map(files));
  }

  /** A folder refuses nothing. */
  check(_document: Document, _container: string): undefined {
    return undefined;
  }

  take({ document, container, isThere }: Output): number | Refusal {
    const { file, text } = this.#files.get(container)!;
    if (isThere) return text.measure(document);
    const size = text.append(document);
    // What a batch comes to may be far more than what it was read from.
    file.pass();
    return size;
  }

  takeLines(container: string, lines: Buffer, counts: TextCounts): void {
    const { file, sync, text } = this.#files.get(container)!;
    file.appendNow(lines);
    sync.pass(file.length);
    text.count(counts);
  }

  async drain(): Promise<void> {
    for (const { file, sync } of this.#files.values()) {
      file.pass();
      await file.drain();
      sync.pass(file.position);
    }
  }

  async flush(): Promise<void> {
    for (const { file } of this.#files.values()) await file.flush();
  }

  settle(): Settled {
    for (const { file } of this.#files.values()) file.settle();
    return this.#settled();
  }

  mark(): Marked {
    for (const { file } of this.#files.values()) file.mark();
    const settled = this.#settled();
    const isThere = ({ path, file }: ContainerFile): boolean => file.holds(settled.files[path + PARTIAL]!);
    return { settled, isWritten: () => [...this.#files.values()].every(isThere) };
  }

  #settled(): Settled {
    const files: Record<string, number> = {};
    const facts: Record<string, TextCounts> = {};
    for (const [label, { path, file, text }] of this.#files) {
      files[path + PARTIAL] = file.length;
      facts[label] = { ...text.counts };
    }
    return { files, facts };
  }

  async finish({ announce }: FinishOptions): Promise<SinkSummary> {
    await this.flush();
    const containers: ContainerSummary[] = [];
    const lengths: Record<string, number> = {};
    for (const [label, { path, file, sync, text }] of this.#files) {
      await sync.end();
      file.close();
      lengths[path] = file.length;
      containers.push({ label, ...text.counts, uniqueConflicts: 0 });
    }
    announce(lengths, () => publish(lengths));
    return { containers, files: lengths };
  }

  /**
   * Writes what is there and closes the files under their temporary names: the run did not come to its end. Why it did
   * not is known already; a disk that fails here as well says nothing new.
   */
  async abandon(): Promise<void> {
    for (const { file, sync } of this.#files.values()) {
      await file.flush().catch(() => {});
      await sync.settle();
      file.close();
    }
  }
}

interface ContainerFile {
  readonly path: string;
  readonly file: AppendFile;
  readonly sync: SteadySync;
  readonly text: FileText;
}

function openFile(path: string, label: string, resumed: Settled | undefined): ContainerFile {
  const length = resumed?.files[path + PARTIAL];
  if (length === undefined) {
    const file = new AppendFile(openUnfinished(path), 0, FULL);
    return { path, file, sync: new SteadySync(file.file, 0), text: new FileText(file) };
  }
  unpublish(path, length);
  const file = AppendFile.reopenLines(path + PARTIAL, length, FULL);
  const sync = new SteadySync(file.file, length);
  return { path, file, sync, text: new FileText(file, countsIn(resumed?.facts, label)) };
}

function countsIn(facts: unknown, label: string): TextCounts | undefined {
  return (facts as Readonly<Record<string, TextCounts>> | undefined)?.[label];
}
