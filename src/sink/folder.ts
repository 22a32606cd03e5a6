/**
 * How do documents get into a folder? Each container is one NDJSON file, `<label>.ndjson`, written under a temporary
 * name and renamed when the run is complete, so that a half-finished file never looks finished. Two buffers a file
 * take turns: one fills while the other is written.
 */
import { rename, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { openUnfinished, PARTIAL } from '../container/unfinished-file.ts';
import { makeFolders } from '../folders.ts';
import type { Document } from '../document/document.ts';
import { OutputBuffer } from '../document/output-buffer.ts';
import { FileText, type TextCounts } from './file-text.ts';
import type { ContainerSummary, Output, Refusal, Sink, SinkSummary } from './sink.ts';

/** A buffer is handed to the disk from this size on, bytes. */
const FULL = 1 << 19;

export class FolderSink implements Sink {
  readonly #files: Map<string, ContainerFile>;

  private constructor(files: Map<string, ContainerFile>) {
    this.#files = files;
  }

  /** Opens one new file a container; the folder is made when it is missing. */
  static async open(folder: string, labels: readonly string[]): Promise<FolderSink> {
    makeFolders(folder);
    const files = new Map<string, ContainerFile>();
    for (const label of labels) files.set(label, await ContainerFile.open(join(folder, `${label}.ndjson`)));
    return new FolderSink(files);
  }

  /** A folder refuses nothing. */
  check(_document: Document, _container: string): undefined {
    return undefined;
  }

  take({ document, container }: Output): number | Refusal {
    return this.#files.get(container)!.text.append(document);
  }

  /** Takes lines that a worker wrote for a container. */
  takeLines(container: string, lines: Buffer, counts: TextCounts): void {
    this.#files.get(container)!.text.appendLines(lines, counts);
  }

  async drain(): Promise<void> {
    for (const file of this.#files.values()) if (file.isFull) await file.write();
  }

  async finish(): Promise<SinkSummary> {
    const containers: ContainerSummary[] = [];
    for (const [label, file] of this.#files) {
      await file.close();
      containers.push({ label, ...file.text.counts, uniqueConflicts: 0 });
    }
    for (const file of this.#files.values()) await file.publish();
    return { containers };
  }

  /**
   * Writes what is there and closes the files under their temporary names: the run did not come to its end. Why it did
   * not is known already; a disk that fails here as well says nothing new.
   */
  async abandon(): Promise<void> {
    await Promise.allSettled([...this.#files.values()].map((file) => file.close()));
  }
}

class ContainerFile {
  readonly text = new FileText(FULL + (FULL >> 2));
  readonly #path: string;
  readonly #file: FileHandle;
  #writing = new OutputBuffer(FULL + (FULL >> 2));
  #written: Promise<void> = Promise.resolve();
  #failure: Error | undefined;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  static async open(path: string): Promise<ContainerFile> {
    return new ContainerFile(path, await openUnfinished(path));
  }

  get isFull(): boolean {
    return this.text.output.length >= FULL;
  }

  /** Hands what has been filled to the disk; resolves when the buffer before is written. */
  async write(): Promise<void> {
    await this.#written;
    if (this.#failure !== undefined) throw this.#failure;
    const full = this.text.output;
    this.text.output = this.#writing;
    this.text.output.length = 0;
    this.#writing = full;
    this.#written = writeAll(this.#file, full).catch((failure: unknown) => {
      this.#failure = failure instanceof Error ? failure : new Error(String(failure));
    });
  }

  async close(): Promise<void> {
    try {
      await this.write();
      await this.#written;
    } finally {
      await this.#file.close();
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  async publish(): Promise<void> {
    await rename(this.#path + PARTIAL, this.#path);
  }
}

async function writeAll(file: FileHandle, output: OutputBuffer): Promise<void> {
  for (let at = 0; at < output.length;) {
    const { bytesWritten } = await file.write(output.bytes, at, output.length - at);
    at += bytesWritten;
  }
}
