/**
 * Which documents come to nothing at a barrier, and why? Keys are combined one after the other, while rejects are told in
 * the order of the data: what is refused is sorted by its number, with the reasons in a file beside it.
 */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Buffer } from 'node:buffer';
import { ExternalSort } from '../../container/external-sort.ts';
import type { Rejection } from '../../document/rejection.ts';
import type { Barrier, KeyedSetting } from '../../transform/gathering.ts';
import type { GatheredDocuments } from './documents.ts';

export interface RefusingStep {
  readonly index: number;
  readonly name: string;
  readonly folder: string;
}

export class RefusedDocuments {
  readonly #step: RefusingStep;
  readonly #setting: KeyedSetting;
  readonly #documents: GatheredDocuments;
  readonly #sort: ExternalSort;
  /** The documents of the key at hand. */
  #members = new Uint32Array(1 << 10);
  #count = 0;
  #reasons: number | undefined;
  #reasonsLength = 0;

  constructor(step: RefusingStep, setting: KeyedSetting, documents: GatheredDocuments) {
    this.#step = step;
    this.#setting = setting;
    this.#documents = documents;
    this.#sort = new ExternalSort(join(step.folder, 'refused'));
  }

  /** The next document of the key at hand. */
  member(number: number): void {
    if (this.#count > 0 && this.#setting.keeps) return;
    if (this.#count === this.#members.length) {
      const larger = new Uint32Array(this.#count * 2);
      larger.set(this.#members);
      this.#members = larger;
    }
    this.#members[this.#count++] = number;
  }

  /** There are no more of the key at hand. @param rejection why they come to nothing, if they do */
  end(rejection: Rejection | undefined): void {
    if (rejection !== undefined) {
      const at = this.#keep(rejection);
      const [high, low] = [Math.floor(at / 2 ** 32), at % 2 ** 32];
      for (let i = 0; i < this.#count; i++) this.#sort.add(0, this.#members[i]!, high, low);
    }
    this.#count = 0;
  }

  /** Books everything that was refused. */
  async tell(barrier: Barrier): Promise<void> {
    const { index, name } = this.#step;
    const { keeps, entity } = this.#setting;
    const sorted = this.#sort.finish();
    try {
      for (let i = 1; sorted.next(); i++) {
        const facts = this.#documents.facts(sorted.low);
        const rejection = this.#reasonAt(sorted.third * 2 ** 32 + sorted.fourth);
        if (keeps) await barrier.refuse({ index, name, ...facts, entity, rejection });
        else {
          const { bytes, start, end } = this.#documents.text(sorted.low);
          await barrier.refuse({ index, name, ...facts, rejection, text: Buffer.from(bytes.subarray(start, end)) });
        }
        if (i % (1 << 10) === 0) await barrier.breathe();
      }
    } finally {
      sorted.close();
    }
  }

  close(): void {
    this.#sort.close();
    if (this.#reasons !== undefined) closeSync(this.#reasons);
    this.#reasons = undefined;
  }

  /** Keeps a reason; answers where. */
  #keep(rejection: Rejection): number {
    const path = join(this.#step.folder, 'reasons');
    if (this.#reasons === undefined) {
      this.#reasons = openSync(path, 'w+', 0o600);
      rmSync(path, { force: true });
    }
    const text = Buffer.from(JSON.stringify(rejection));
    const bytes = Buffer.alloc(4 + text.length);
    bytes.writeUInt32LE(text.length);
    text.copy(bytes, 4);
    const at = this.#reasonsLength;
    for (let done = 0; done < bytes.length;)
      done += writeSync(this.#reasons, bytes, done, bytes.length - done, at + done);
    this.#reasonsLength += bytes.length;
    return at;
  }

  #reasonAt(at: number): Rejection {
    const size = Buffer.alloc(4);
    readSync(this.#reasons!, size, 0, 4, at);
    const text = Buffer.alloc(size.readUInt32LE());
    readSync(this.#reasons!, text, 0, text.length, at + 4);
    return JSON.parse(text.toString('utf8')) as Rejection;
  }
}
