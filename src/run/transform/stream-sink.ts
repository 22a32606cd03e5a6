/**
 * How do documents get into a stream? As lines that are gathered and written between two batches; whoever is slow to
 * read them slows the reading of the source down.
 */
import { Buffer } from 'node:buffer';
import type { Writable } from 'node:stream';
import { OutputBuffer } from '../../document/output-buffer.ts';
import { FileText } from '../../sink/file-text.ts';
import type { Output, SinkSummary } from '../../sink/sink.ts';
import type { PassingSink } from '../pass-documents.ts';
import { written } from './written.ts';

export class StreamSink implements PassingSink {
  readonly #stream: Writable;
  readonly #isTagged: boolean;
  readonly #output = new OutputBuffer(1 << 16);
  readonly #lines = new FileText({ output: this.#output });
  readonly #tags = new Map<string, Buffer>();

  /** @param isTagged each line says of which entity its document is */
  constructor(stream: Writable, isTagged: boolean) {
    this.#stream = stream;
    this.#isTagged = isTagged;
  }

  /** A stream refuses nothing. */
  check(): undefined {
    return undefined;
  }

  take({ document }: Output): number {
    if (!this.#isTagged) return this.#lines.append(document);
    const output = this.#output;
    const tag = this.#tagOf(document.entity);
    output.copy(tag, 0, tag.length);
    const size = this.#lines.append(document);
    // In the place of the line's end.
    output.length--;
    output.byte(CLOSE);
    output.byte(LINE_END);
    return size;
  }

  async drain(): Promise<void> {
    const { bytes, length } = this.#output;
    if (length === 0) return;
    await written(this.#stream, bytes.subarray(0, length));
    this.#output.length = 0;
  }

  async finish(): Promise<SinkSummary> {
    await this.drain();
    return { containers: [], files: {} };
  }

  #tagOf(entity: string): Buffer {
    const known = this.#tags.get(entity);
    if (known !== undefined) return known;
    const tag = Buffer.from(`{"entity":${JSON.stringify(entity)},"doc":`);
    this.#tags.set(entity, tag);
    return tag;
  }
}

const CLOSE = 125;
const LINE_END = 10;
