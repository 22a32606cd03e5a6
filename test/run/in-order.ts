// A step across documents, to test stages with: gathers the documents of its entities and gives them back in the order
// of one of their properties.
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Settled } from '../../src/document/settled.ts';
import { wireText } from '../../src/document/wire-text.ts';
import type { Combined, Gathering, GatherPlace } from '../../src/transform/gathering.ts';
import { CONSUMED, defineStep } from '../../src/transform/step.ts';

export const inOrder = defineStep({
  name: 'inOrder',
  summary: 'Gives documents back in the order of a property.',
  options: {
    by: { type: 'property', required: true, description: 'The property.' },
    into: { type: 'entity', required: true, description: 'What they are called then.' },
  },
  makes: ({ into }) => [into],
  gather: ({ by, into }, place) => new Ordered(by, into, place),
  compile: (_options, { gathering }) => {
    if (!(gathering instanceof Ordered)) throw new TypeError('The step has nothing to gather with.');
    return ({ tape, root }, { origin }) => {
      gathering.take(wireText(tape, root).toString('utf8'), `${origin.shard}:${origin.index}`);
      return CONSUMED;
    };
  },
});

const GATHERED = 'gathered.ndjson';

class Ordered implements Gathering {
  readonly combined: Combined;
  readonly #by: string;
  readonly #path: string;
  readonly #file: number;
  #length: number;

  constructor(by: string, entity: string, { folder, resumed }: GatherPlace) {
    this.#by = by;
    this.#path = join(folder, GATHERED);
    this.#length = resumed?.files[GATHERED] ?? 0;
    this.#file = openSync(this.#path, existsSync(this.#path) ? 'r+' : 'w+');
    ftruncateSync(this.#file, this.#length);
    this.combined = { file: join(folder, 'in-order.ndjson'), entity };
  }

  take(text: string, from: string): void {
    this.#length += writeSync(this.#file, `${from} ${text}\n`, this.#length);
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  settle(): Settled {
    return { files: { [GATHERED]: this.#length }, facts: { length: this.#length } };
  }

  combine(): Promise<void> {
    const texts = readFileSync(this.#path, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => line.slice(line.indexOf(' ') + 1));
    const keyOf = (text: string): string => String((JSON.parse(text) as Record<string, unknown>)[this.#by]);
    const sorted = texts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
    writeFileSync(this.combined.file, sorted.map((text) => `${text}\n`).join(''));
    return Promise.resolve();
  }

  close(): void {
    closeSync(this.#file);
  }
}
