/** What becomes of a replayed document? It is added, unless the target has it, or has another one of its key. */
import { Buffer } from 'node:buffer';
import { closeSync, fsyncSync, openSync, readSync } from 'node:fs';
import { AppendFile } from '../../container/append-file.ts';
import { compare } from '../../document/compare.ts';
import type { Document } from '../../document/document.ts';
import { parseDocument } from '../../document/parse.ts';
import { withoutSystemProperties } from '../../document/system-properties.ts';
import { Tape } from '../../document/tape.ts';
import { FileText } from '../../sink/file-text.ts';
import type { Output, Refusal, Sink } from '../../sink/sink.ts';
import type { HolderPlace, Holders } from './holders.ts';
import { OutputKeys } from './output-keys.ts';
import type { ReplayTarget } from './replay-targets.ts';

/** What a record has come to. */
export interface Outcome {
  /** Documents that are added now. */
  readonly added: number;
  /** Children that were there while their parent is added only now, by container and entity. */
  readonly adopted: readonly { readonly container: string; readonly entity: string }[];
}

export class ReplaySink implements Pick<Sink, 'check' | 'take'> {
  readonly #places: ReadonlyMap<string, Place>;
  /** Ordinals of the current record that are added. */
  readonly #added = new Set<number>();
  #adopted: { container: string; entity: string }[] = [];

  constructor(targets: readonly ReplayTarget[]) {
    this.#places = new Map(targets.map((target) => [target.container.label, new Place(target)]));
  }

  check(): undefined {
    return undefined;
  }

  take({ document, container, origin, parent }: Output): number | Refusal {
    const answer = this.#places.get(container)!.take(document);
    if (typeof answer === 'number') this.#added.add(origin.ordinal);
    else if (answer.kind === 'same' && this.#added.has(parent))
      this.#adopted.push({ container, entity: document.entity });
    return answer;
  }

  /** What the documents since this was asked last have come to. */
  outcome(): Outcome {
    const outcome = { added: this.#added.size, adopted: this.#adopted };
    this.#added.clear();
    this.#adopted = [];
    return outcome;
  }

  /** Everything added is in the files. */
  close(): void {
    for (const place of this.#places.values()) place.close();
  }
}

/** So much waits before it is written. */
const WAITING = 1 << 20;

/** One container: its file as it is, and what is added to it. */
class Place {
  readonly #target: ReplayTarget;
  readonly #holders: Holders;
  readonly #mine: OutputKeys;
  readonly #theirs: OutputKeys;
  readonly #tape = new Tape();
  readonly #there: number | undefined;
  readonly #added: AppendFile;
  readonly #text: FileText;

  constructor(target: ReplayTarget) {
    this.#target = target;
    this.#holders = target.holders;
    this.#mine = new OutputKeys(target.container);
    this.#theirs = new OutputKeys(target.container);
    this.#there = target.length === 0 ? undefined : openSync(target.path, 'r');
    this.#added = AppendFile.create(target.staged);
    this.#text = new FileText(this.#added);
  }

  take(document: Document): number | Refusal {
    const { tape } = document;
    const root = withoutSystemProperties(tape, document.root);
    const mine = this.#mine;
    mine.read(tape, root);
    let conflict: Refusal | undefined;
    for (const place of this.#holders.of(mine.hash.high, mine.hash.low)) {
      const other = this.#open(place);
      if (compare(tape, root, this.#tape, other, 'exact').length === 0) {
        this.#target.counts.there++;
        return { kind: 'same' };
      }
      if (mine.isOneWith(this.#theirs)) conflict = conflictWith(this.#theirs, mine);
    }
    return conflict ?? this.#add(document);
  }

  close(): void {
    this.#added.settle();
    fsyncSync(this.#added.file);
    this.#added.close();
    if (this.#there !== undefined) closeSync(this.#there);
  }

  #add(document: Document): number {
    const { high, low } = this.#mine.hash;
    const offset = this.#added.length;
    const size = this.#text.append(document);
    if (this.#added.output.length >= WAITING) this.#added.settle();
    this.#holders.put(high, low, { offset, length: size, isAdded: true });
    const { counts } = this.#target;
    counts.added++;
    counts.addedBytes += size;
    counts.maxItemBytes = Math.max(counts.maxItemBytes, size);
    return size;
  }

  /** Puts the document of a place on the tape and reads its keys. */
  #open({ offset, length, isAdded }: HolderPlace): number {
    if (isAdded && offset + length >= this.#added.position) this.#added.settle();
    const bytes = readAt(isAdded ? this.#added.file : this.#there!, offset, length);
    this.#tape.begin(bytes);
    const root = parseDocument(this.#tape, bytes, 0, length, false);
    if (typeof root !== 'number') throw new Error(`${this.#target.path} has changed while it was read.`);
    this.#theirs.read(this.#tape, root);
    return root;
  }
}

function conflictWith(theirs: OutputKeys, mine: OutputKeys): Refusal {
  const { id, partitionKey } = theirs.describe();
  return { kind: 'conflict', code: 'ID_DUPLICATE', key: mine.describe().key, holder: { id, partitionKey } };
}

/** So many bytes of a file, with one behind them that can be read. */
function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length + 1);
  for (let at = 0; at < length;) {
    const read = readSync(file, bytes, at, length - at, offset + at);
    if (read === 0) break;
    at += read;
  }
  return bytes;
}
