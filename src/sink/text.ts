/** What if documents are put into files elsewhere? A worker's sink: it gathers the lines of each file until they are taken over. */
import type { Buffer } from 'node:buffer';
import { OutputBuffer } from '../document/output-buffer.ts';
import { FileText } from './file-text.ts';
import type { Output, Sink } from './sink.ts';

export class TextSink implements Pick<Sink, 'check' | 'take'> {
  readonly texts: ReadonlyMap<string, FileText>;
  /** The lines of each file that wait. */
  readonly outputs: ReadonlyMap<string, OutputBuffer>;

  /** @param allocate gives the buffers that lines are written to */
  constructor(labels: readonly string[], allocate: (size: number) => Buffer) {
    this.outputs = new Map(labels.map((label) => [label, new OutputBuffer(1 << 16, allocate)]));
    this.texts = new Map(labels.map((label) => [label, new FileText({ output: this.outputs.get(label)! })]));
  }

  /** A file refuses nothing. */
  check(): undefined {
    return undefined;
  }

  take({ document, container }: Output): number {
    return this.texts.get(container)!.append(document);
  }
}
