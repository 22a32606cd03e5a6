/**
 * What do the documents of a group come to? An object with its id, its key, the properties that the documents lead to, lists
 * of what is gathered and what is aggregated, in this order. Nothing of a document is held but what goes into it.
 */
import { type Aggregator, aggregatorOf } from '../../src/document/aggregate.ts';
import type { Document } from '../../src/document/document.ts';
import { OutputBuffer } from '../../src/document/output-buffer.ts';
import { parsedJson } from '../../src/document/parsed-json.ts';
import type { Rejection } from '../../src/document/rejection.ts';
import { wireText } from '../../src/document/wire-text.ts';
import type { Combiner } from '../../src/transform/gathering.ts';
import { Gatherer } from './gatherer.ts';
import { keyId, resultId } from './id.ts';
import { keyValues } from './key-reader.ts';
import { Latest } from './latest.ts';
import { Merge } from './merge.ts';
import type { Options } from './options.ts';
import { nameClash, type Property, type State } from './state.ts';

type Sha256 = (text: string) => string;

export class GroupCombiner implements Combiner {
  readonly #options: Options;
  readonly #sha256: Sha256;
  readonly #gatherers: readonly { readonly name: string; readonly gatherer: Gatherer }[];
  readonly #aggregators: readonly { readonly name: string; readonly aggregator: Aggregator }[];
  readonly #state: State | undefined;
  /** Of the first document; `undefined` before it has come. */
  #key: readonly Property[] | undefined;
  #id: string | Rejection = '';

  constructor(given: Options, sha256: Sha256) {
    const { gather = [], aggregate = [], latest, merge } = given;
    this.#options = given;
    this.#sha256 = sha256;
    this.#gatherers = gather.map(({ key, value }) => ({ name: key, gatherer: new Gatherer(value) }));
    this.#aggregators = aggregate.map(({ key, value }) => ({ name: key, aggregator: aggregatorOf(value) }));
    this.#state = latest ? new Latest(latest) : merge && new Merge(merge);
  }

  take({ tape, root }: Document): void {
    if (this.#key === undefined) {
      const values = keyValues(tape, root, this.#options.key, this.#sha256);
      // Whether it has a key was looked at when it came.
      if ('code' in values) throw new Error(`A gathered document has no key: ${values.message}`);
      this.#key = this.#options.key.map(({ name }, i) => ({ name, text: wireText(tape, values[i]!) }));
      this.#id = this.#options.id === undefined ? keyId(tape, values, this.#options.key) : '';
    }
    this.#state?.take(tape, root);
    for (const { gatherer } of this.#gatherers) gatherer.take(tape, root);
    for (const { aggregator } of this.#aggregators) aggregator.take(tape, root);
  }

  finish(output: OutputBuffer): Rejection | undefined {
    const rejection = this.#write(output);
    this.#key = undefined;
    this.#state?.clear();
    for (const { gatherer } of this.#gatherers) gatherer.clear();
    for (const { aggregator } of this.#aggregators) aggregator.clear();
    return rejection;
  }

  #write(output: OutputBuffer): Rejection | undefined {
    const key = this.#key!;
    const made: Property[] = [];
    for (const { name, gatherer } of this.#gatherers) {
      const list = new OutputBuffer();
      gatherer.finish(list);
      made.push({ name, text: list.bytes.subarray(0, list.length) });
    }
    for (const { name, aggregator } of this.#aggregators) {
      const text = aggregator.finish();
      if (text === undefined) continue;
      if (typeof text === 'object' && 'code' in text) return text;
      made.push({ name, text });
    }
    const properties = [...key, ...(this.#state?.properties ?? []), ...made];
    const unique = this.#state === undefined ? properties : nameClash(properties);
    if ('code' in unique) return unique;
    const { id: template } = this.#options;
    const id = template === undefined ? this.#id : resultId(template, parsedJson(objectOf(unique)), this.#sha256);
    if (typeof id !== 'string') return id;
    write(output, [{ name: 'id', text: id }, ...unique]);
    return undefined;
  }
}

function objectOf(properties: readonly Property[]): Buffer {
  const output = new OutputBuffer();
  write(output, properties);
  return output.bytes.subarray(0, output.length);
}

function write(output: OutputBuffer, properties: readonly Property[]): void {
  properties.forEach(({ name, text }, place) => {
    output.text(`${place === 0 ? '{' : ','}${JSON.stringify(name)}:`);
    if (typeof text === 'string') output.text(text);
    else output.copy(text, 0, text.length);
  });
  output.byte(CLOSE);
}

const CLOSE = 125;
