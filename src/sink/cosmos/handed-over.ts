/**
 * How far has a container of the service come? The documents of its segment are handed over in order; kept are how many
 * of them, from the first on, are settled, and which of those were refused. The file is behind what the service has
 * acknowledged, never ahead: what it does not know of is written once more and found to be there. It belongs to one
 * container: one of the same name that was made anew has nothing of it.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Fatal } from '../../errors.ts';
import { renameOver } from '../../renamed-file.ts';
import type { Refusal } from '../sink.ts';
import { Acknowledged } from './acknowledged.ts';

/** The service's answer to a document that it did not take. */
export interface RefusedDocument {
  readonly number: number;
  readonly refusal: Refusal;
}

interface Kept {
  readonly rid: string;
  readonly settled: number;
}

/** Between two times that it is written, milliseconds. */
const APART = 1_000;

export class HandedOver {
  readonly acknowledged: Acknowledged;
  readonly #file: string;
  readonly #rid: string;
  readonly #refused: RefusedDocument[];
  #savedAt = Date.now();

  /**
   * @param path without its ending
   * @param rid tells the container from another one of its name
   */
  constructor(path: string, rid: string, label: string) {
    this.#file = path;
    this.#rid = rid;
    const kept = readKept(`${path}.json`);
    if (kept !== undefined && kept.rid !== rid) throw madeAnew(label);
    const settled = kept?.settled ?? 0;
    this.acknowledged = new Acknowledged(settled);
    this.#refused = readRefused(`${path}.refused.ndjson`).filter(({ number }) => number < settled);
  }

  /** Those that were refused, in the order of their numbers. */
  get refused(): readonly RefusedDocument[] {
    return this.#refused.toSorted((one, other) => one.number - other.number);
  }

  /** Makes the files; what they said of documents that are handed over once more is forgotten. */
  begin(): void {
    writeFileSync(`${this.#file}.refused.ndjson`, this.#refused.map(lineOf).join(''), { mode: 0o600 });
    this.#write();
  }

  written(number: number): void {
    this.acknowledged.done(number);
  }

  refuse(refused: RefusedDocument): void {
    this.#refused.push(refused);
    appendFileSync(`${this.#file}.refused.ndjson`, lineOf(refused));
    this.acknowledged.done(refused.number);
  }

  /** Writes down how far it has come, if that is due. */
  save(whileHeld: (act: () => void) => void, isDue: boolean = Date.now() - this.#savedAt >= APART): void {
    if (isDue) whileHeld(() => this.#write());
  }

  #write(): void {
    this.#savedAt = Date.now();
    const kept: Kept = { rid: this.#rid, settled: this.acknowledged.prefix };
    writeFileSync(`${this.#file}.json.new`, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
    renameOver(`${this.#file}.json.new`, `${this.#file}.json`);
  }
}

function readKept(file: string): Kept | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : undefined;
}

function readRefused(file: string): RefusedDocument[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  // A kill may have cut the last line; it is of a document that is handed over again.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as RefusedDocument);
}

function lineOf(refused: RefusedDocument): string {
  return `${JSON.stringify(refused)}\n`;
}

function madeAnew(label: string): Fatal {
  return new Fatal('usage', `Container ${label} was made anew since the run began to write to it.`, {
    advice: 'What was written is gone with the one before. Begin anew with --fresh.',
    anew: 'as the container is another one',
  });
}
