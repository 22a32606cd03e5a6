/** What do the documents of a segment say about their keys? Reads all of them again, in large pieces, for a load that goes on. */
import { Buffer } from 'node:buffer';
import { parseDocument } from '../document/parse.ts';
import { Tape } from '../document/tape.ts';
import { damaged } from '../reopened-file.ts';
import { LARGEST_ITEM } from './item-size.ts';
import type { LoadKeys } from './load-keys.ts';
import type { Segment } from './segment.ts';
import { SegmentRecord } from './segment-record.ts';

/** Bytes that are read at once: the largest document and its line end among them. */
const PIECE = 2 * LARGEST_ITEM;

/**
 * Adds every document to `keys`, as if it came now; other work may run in between.
 * @param sources names of the sources by shard
 * @param mayGoOn throws when nobody waits for the end any more
 */
export async function readAgain(
  segment: Segment,
  keys: LoadKeys,
  sources: ReadonlyMap<number, string>,
  mayGoOn: () => void,
): Promise<void> {
  const reader = new Reader(segment, keys, sources);
  while (reader.document < segment.count) {
    reader.readPiece();
    await new Promise(setImmediate);
    mayGoOn();
  }
  if (reader.position !== segment.size) throw broken(segment, reader.document);
}

class Reader {
  /** The document that comes next, and where its text should begin. */
  document = 0;
  position = 0;
  readonly #segment: Segment;
  readonly #keys: LoadKeys;
  readonly #sources: ReadonlyMap<number, string>;
  readonly #piece = Buffer.allocUnsafeSlow(PIECE);
  readonly #tape = new Tape();
  readonly #record = new SegmentRecord();
  readonly #kinship = { place: { source: '', line: 0, offset: 0 }, parent: -1, family: 0 };

  constructor(segment: Segment, keys: LoadKeys, sources: ReadonlyMap<number, string>) {
    this.#segment = segment;
    this.#keys = keys;
    this.#sources = sources;
  }

  readPiece(): void {
    const record = this.#record;
    const first = this.document;
    const start = this.position;
    const end = start + this.#segment.readPiece(this.#piece, start);
    this.#segment.eachRecord(first, record, (document) => {
      const next = record.position + record.length + 1;
      if (record.position !== this.position || record.length < 0) throw broken(this.#segment, document);
      if (next > end) return false;
      this.#add(document, record.position - start);
      this.document = document + 1;
      this.position = next;
      return true;
    });
    if (this.document === first) throw broken(this.#segment, first);
  }

  #add(document: number, at: number): void {
    const { length, shard, line, offset, parent, family } = this.#record;
    const tape = this.#tape;
    tape.begin(this.#piece);
    const root = parseDocument(tape, this.#piece, at, at + length, true);
    const source = this.#sources.get(shard);
    if (typeof root !== 'number' || source === undefined) throw broken(this.#segment, document);
    const { place } = this.#kinship;
    place.source = source;
    place.line = line;
    place.offset = offset;
    this.#kinship.parent = parent;
    this.#kinship.family = family;
    this.#keys.values.read(tape, root);
    this.#keys.add(tape, root, document, length, this.#kinship);
  }
}

function broken({ path }: Segment, document: number): Error {
  return damaged(`${path} does not hold what the run wrote into it: document ${document} cannot be read any more.`);
}
