/** What if documents are put into files elsewhere? A worker's sink: it gathers the lines of each file until they are taken over. */
import { FileText } from './file-text.ts';
import type { Output, Sink } from './sink.ts';

export class TextSink implements Pick<Sink, 'check' | 'take'> {
  readonly texts: ReadonlyMap<string, FileText>;

  constructor(labels: readonly string[]) {
    this.texts = new Map(labels.map((label) => [label, new FileText(1 << 16)]));
  }

  /** A file refuses nothing. */
  check(): undefined {
    return undefined;
  }

  take({ document, container }: Output): number {
    return this.texts.get(container)!.append(document);
  }
}
