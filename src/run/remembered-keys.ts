/**
 * Which keys has the run met, also before it was stopped? They are looked up in memory, 20 bytes and a place in the table
 * a key, and written to two files on the way: what is looked up of each key, and who came first with it. The lengths of
 * the files are committed with the positions; a run that goes on reads the first file again, and the second one only
 * where somebody asks for a holder.
 */
import { readSync } from 'node:fs';
import { join } from 'node:path';
import { AppendFile } from '../container/append-file.ts';
import type { Settled } from '../document/settled.ts';
import { damaged } from '../reopened-file.ts';
import type { KeyHolder, KeyMemory } from '../transform/key-memory.ts';
import { CONTENT_WORDS, KEY_WORDS, KeyTable } from '../transform/key-table.ts';

const KEYS = 'keys';
const HOLDERS = 'holders.ndjson';

/** Of a key: its hash, that of its content, and where its holder stands in the other file. */
const HASHES = (KEY_WORDS + CONTENT_WORDS) * 4;
const RECORD = HASHES + 8;
const RECORDS_READ = 1 << 14;
/** Bytes that are read for one holder at first. */
const LINE = 256;
const LINE_END = 10;

export class RememberedKeys implements KeyMemory {
  readonly #table = new KeyTable();
  readonly #keys: AppendFile;
  readonly #holders: AppendFile;
  /** Keys in the files; those behind them have been added since the last `keep`. */
  #kept = 0;
  readonly #added: KeyHolder[] = [];

  /**
   * @param folder is there, and is for this alone
   * @param resumed what was committed when the run stopped, by the names of the files in the folder
   */
  constructor(folder: string, resumed: Settled['files'] | undefined) {
    const keys = join(folder, KEYS);
    if (resumed === undefined) {
      this.#keys = AppendFile.create(keys);
      this.#holders = AppendFile.create(join(folder, HOLDERS));
      return;
    }
    const length = resumed[KEYS] ?? 0;
    this.#keys = AppendFile.reopen(keys, length);
    this.#holders = AppendFile.reopenLines(join(folder, HOLDERS), resumed[HOLDERS] ?? 0);
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
    const record = Buffer.allocUnsafe(8);
    readSync(this.#keys.file, record, 0, 8, number * RECORD + HASHES);
    const line = this.#lineAt(record.readUInt32LE(0) + record.readUInt32LE(4) * 2 ** 32);
    const [id, source, place] = JSON.parse(line) as [id: string, source?: string, line?: number];
    return { id, place: source === undefined ? undefined : { source, line: place! } };
  }

  keep(): void {
    for (const { id, place } of this.#added) {
      const at = this.#holders.length;
      this.#holders.output.text(`${JSON.stringify(place === undefined ? [id] : [id, place.source, place.line])}\n`);
      this.#holders.pass();
      const { output } = this.#keys;
      output.reserve(RECORD);
      for (const word of this.#table.wordsOf(this.#kept++))
        output.length = output.bytes.writeInt32LE(word, output.length);
      output.length = output.bytes.writeUInt32LE(at % 2 ** 32, output.length);
      output.length = output.bytes.writeUInt32LE(Math.floor(at / 2 ** 32), output.length);
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

  #readAgain(path: string, length: number): void {
    const piece = Buffer.allocUnsafe(RECORD * RECORDS_READ);
    const key = new Int32Array(KEY_WORDS);
    const content = new Int32Array(CONTENT_WORDS);
    for (let position = 0; position < length;) {
      const read = readSync(this.#keys.file, piece, 0, Math.min(piece.length, length - position), position);
      const whole = read - (read % RECORD);
      if (whole === 0) throw damaged(`${path} does not hold what the run had written into it when it stopped.`);
      for (let at = 0; at < whole; at += RECORD) {
        for (let i = 0; i < KEY_WORDS; i++) key[i] = piece.readInt32LE(at + i * 4);
        for (let i = 0; i < CONTENT_WORDS; i++) content[i] = piece.readInt32LE(at + (KEY_WORDS + i) * 4);
        // A file system that lost power gives zeros for what it has not written; no key comes twice either.
        if (this.#table.find(key) >= 0 || key.every((word) => word === 0))
          throw damaged(`${path} does not hold what the run had written into it when it stopped.`);
        this.#table.add(key, content);
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
