/** What stands in one file of documents? Its lines as they are gathered, and what they hold. */
import type { Document } from '../document/document.ts';
import type { OutputBuffer } from '../document/output-buffer.ts';
import { withoutSystemProperties } from '../document/system-properties.ts';
import { writeText } from '../document/wire-text.ts';

/** What documents take, line ends not counted. */
export interface TextCounts {
  documents: number;
  bytes: number;
  maxItemBytes: number;
}

export class FileText {
  readonly counts: TextCounts;
  readonly #to: { readonly output: OutputBuffer };

  /** @param to has the buffer that lines are appended to, now this one, now that one */
  constructor(to: { readonly output: OutputBuffer }, counts: TextCounts = NOTHING) {
    this.#to = to;
    this.counts = { ...counts };
  }

  /** Appends a line; answers with the length of the document's text. */
  append({ tape, root }: Document): number {
    const { counts } = this;
    const { output } = this.#to;
    const before = output.length;
    writeText(tape, withoutSystemProperties(tape, root), output);
    const size = output.length - before;
    output.byte(10);
    counts.documents++;
    counts.bytes += size;
    if (size > counts.maxItemBytes) counts.maxItemBytes = size;
    return size;
  }

  /** The length that the document's text would have. */
  measure({ tape, root }: Document): number {
    const { output } = this.#to;
    const before = output.length;
    writeText(tape, withoutSystemProperties(tape, root), output);
    const size = output.length - before;
    output.length = before;
    return size;
  }

  /** Counts lines that were written elsewhere. */
  count({ documents, bytes, maxItemBytes }: TextCounts): void {
    this.counts.documents += documents;
    this.counts.bytes += bytes;
    this.counts.maxItemBytes = Math.max(this.counts.maxItemBytes, maxItemBytes);
  }

  /** The counts so far; counting starts at zero again. */
  takeCounts(): TextCounts {
    const taken = { ...this.counts };
    Object.assign(this.counts, NOTHING);
    return taken;
  }
}

const NOTHING: TextCounts = { documents: 0, bytes: 0, maxItemBytes: 0 };
