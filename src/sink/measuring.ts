/** What would be written? A sink that measures every document and writes nothing: that of a dry run. */
import type { Document } from '../document/document.ts';
import { OutputBuffer } from '../document/output-buffer.ts';
import type { Settled } from '../document/settled.ts';
import { FileText, type TextCounts } from './file-text.ts';
import type { LineSink, Marked, Output, SinkSummary } from './sink.ts';

export class MeasuringSink implements LineSink {
  readonly #output = new OutputBuffer(1 << 16);
  readonly #texts: ReadonlyMap<string, FileText>;

  constructor(labels: readonly string[]) {
    this.#texts = new Map(labels.map((label) => [label, new FileText({ output: this.#output })]));
  }

  check(_document: Document, _container: string): undefined {
    return undefined;
  }

  take({ document, container }: Output): number {
    const size = this.#texts.get(container)!.append(document);
    this.#output.length = 0;
    return size;
  }

  takeLines(container: string, _lines: Buffer, counts: TextCounts): void {
    this.#texts.get(container)!.count(counts);
  }

  drain(): Promise<void> {
    return Promise.resolve();
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  settle(): Settled {
    return { files: {}, facts: null };
  }

  mark(): Marked {
    return { settled: this.settle(), isWritten: () => true };
  }

  finish(): Promise<SinkSummary> {
    const containers = [...this.#texts].map(([label, { counts }]) => ({ label, ...counts, uniqueConflicts: 0 }));
    return Promise.resolve({ containers, files: {} });
  }

  abandon(): Promise<void> {
    return Promise.resolve();
  }
}
