/**
 * Which keys has the run met, also before it was stopped? They are looked up in memory, 14 bytes and a place in the table
 * a key, and written to two files on the way: what is looked up of each key, and who came first with it. The lengths of
 * the files are committed with the positions; a run that goes on reads the first file again, and the second one only
 * where somebody asks for a holder.
 */
import { openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { AppendFile } from '../container/append-file.ts';
import type { Settled } from '../document/settled.ts';
import { damaged } from '../reopened-file.ts';
import type { KeyHolder, KeyMemory } from '../transform/key-memory.ts';
import { KEY_WORDS, KeyTable } from '../transform/key-table.ts';

const KEYS = 'keys';
const HOLDERS = 'holders.ndjson';

/** Of a key: its hash, that of its content, and where its holder stands in the other file. */
const HASHES = KEY_WORDS * 4;
const RECORD = HASHES + 8;
const RECORDS_READ = 1 << 14;
/** Bytes from which on they are handed to the disk: there may be many more keys than documents. */
const FULL = 1 << 17;
/** Bytes that are read for one holder at first. */
const LINE = 256;
const LINE_END = 10;

/** Who came first: the id, the place, what the key is known by. */
type HolderLine = readonly [id: string, source?: string | null, line?: number | null, key?: string];

export class RememberedKeys implements KeyMemory {
  readonly #table = new KeyTable();
  readonly #keys: AppendFile;
  readonly #holders: AppendFile;
  /** Keys in the files; those behind them have been added since the last `keep`. */
  #kept = 0;
  readonly #added: KeyHolder[] = [];
  /** That of the holder before, as most are of one source. */
  #source = '';
  #sourceJson = '""';
  readonly #record = new Int32Array(RECORD / 4);
  readonly #recordBytes = Buffer.from(this.#record.buffer);

  /**
   * @param folder is there, and is for this alone
   * @param resumed what was committed when the run stopped, by the names of the files in the folder
   */
  constructor(folder: string, resumed: Settled['files'] | undefined) {
    const keys = join(folder, KEYS);
    if (resumed === undefined) {
      this.#keys = new AppendFile(openSync(keys, 'w+'), 0, FULL);
      this.#holders = new AppendFile(openSync(join(folder, HOLDERS), 'w+'), 0, FULL);
      return;
    }
    const length = resumed[KEYS] ?? 0;
    this.#keys = AppendFile.reopen(keys, length, FULL);
    this.#holders = AppendFile.reopenLines(join(folder, HOLDERS), resumed[HOLDERS] ?? 0, FULL);
    this.#readAgain(keys, length);
  }

  find(key: Int32Array): number {
    return this.#table.find(key);
  }

  add(key: Int32Array, content: Int32Array, holder: KeyHolder): void {
    this.#table.add(key, content);
    this.#added.push(holder);
  }

  hasContent(number: number, content: Int32Array): boolean {
    return this.#table.hasContent(number, content);
  }

  holderOf(number: number): KeyHolder {
    if (number >= this.#kept) return this.#added[number - this.#kept]!;
    this.#keys.settle();
    this.#holders.settle();
    readSync(this.#keys.file, this.#recordBytes, 0, RECORD, number * RECORD);
    const [low, high] = this.#record.subarray(HASHES / 4);
    const [id, source, line, key] = JSON.parse(this.#lineAt((low! >>> 0) + high! * 2 ** 32)) as HolderLine;
    return { id, ...(key && { key }), place: typeof source === 'string' ? { source, line: line! } : undefined };
  }

  keep(): void {
    for (const { id, key, place } of this.#added) {
      const at = this.#holders.length;
      this.#writeHolder(id, place, key);
      this.#holders.pass();
      this.#table.copyTo(this.#record, this.#kept++);
      this.#record[HASHES / 4] = at % 2 ** 32;
      this.#record[HASHES / 4 + 1] = Math.floor(at / 2 ** 32);
      this.#keys.output.copy(this.#recordBytes, 0, RECORD);
      this.#keys.pass();
    }
    this.#added.length = 0;
  }

  forget(): void {
    this.#table.shrinkTo(this.#kept);
    this.#added.length = 0;
  }

  /** Resolves when everything that was kept is in the files. */
  async flush(): Promise<void> {
    await this.#keys.flush();
    await this.#holders.flush();
  }

  /** What describes what was kept so far, files by their names in the folder. */
  settle(): Settled {
    this.#keys.settle();
    this.#holders.settle();
    return { files: { [KEYS]: this.#keys.length, [HOLDERS]: this.#holders.length }, facts: null };
  }

  close(): void {
    this.#keys.close();
    this.#holders.close();
  }

  /** What `HolderLine` says, put together by hand: there is one for each key. */
  #writeHolder(id: string, place: KeyHolder['place'], key: string | undefined): void {
    let line = `[${JSON.stringify(id)}`;
    if (place !== undefined) {
      if (place.source !== this.#source) {
        this.#source = place.source;
        this.#sourceJson = JSON.stringify(place.source);
      }
      line += `,${this.#sourceJson},${place.line}`;
    } else if (key !== undefined) line += ',null,null';
    this.#holders.output.text(key === undefined ? `${line}]\n` : `${line},${JSON.stringify(key)}]\n`);
  }

  #readAgain(path: string, length: number): void {
    const words = new Int32Array((RECORD / 4) * RECORDS_READ);
    const piece = Buffer.from(words.buffer);
    for (let position = 0; position < length;) {
      const read = readSync(this.#keys.file, piece, 0, Math.min(piece.length, length - position), position);
      const whole = read - (read % RECORD);
      if (whole === 0) throw damaged(`${path} does not hold what the run had written into it when it stopped.`);
      for (let at = 0; at < whole / 4; at += RECORD / 4) {
        const key = words.subarray(at, at + KEY_WORDS);
        // A file system that lost power gives zeros for what it has not written; no key comes twice either.
        if (this.#table.find(key) >= 0 || key.every((word) => word === 0))
          throw damaged(`${path} does not hold what the run had written into it when it stopped.`);
        this.#table.restore(key);
      }
      position += whole;
    }
    this.#kept = this.#table.count;
  }

  #lineAt(position: number): string {
    for (let size = LINE; ; size *= 4) {
      const piece = Buffer.allocUnsafe(size);
      const read = readSync(this.#holders.file, piece, 0, size, position);
      const end = piece.subarray(0, read).indexOf(LINE_END);
      if (end >= 0) return piece.toString('utf8', 0, end);
      if (read < size) throw damaged('What is remembered of the keys ends too early.');
    }
  }
}
