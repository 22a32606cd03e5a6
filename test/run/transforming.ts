// Passes text through a plan as `transform` does, from one stream into another.
import { Readable, Writable } from 'node:stream';
import type { Plan } from '../../src/plan/plan.ts';
import { transform, type TransformOptions, type TransformResult } from '../../src/run/transform.ts';

export interface Transformed extends TransformResult {
  readonly output: string;
  readonly rejects: string;
}

/** @param pieces what standard input gives, piece by piece */
export async function transformed(
  plan: Plan,
  pieces: Iterable<string | Uint8Array>,
  options: Partial<TransformOptions> = {},
): Promise<Transformed> {
  const output = new Gathered();
  const rejects = new Gathered();
  const input = Readable.from(Array.from(pieces, (piece) => Buffer.from(piece)));
  const result = await transform(plan, { input, output, rejects, ...options });
  return { ...result, output: output.text, rejects: rejects.text };
}

/** A stream that keeps a copy of what is written to it, and takes its time. */
class Gathered extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(Buffer.from(chunk));
    setImmediate(done);
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}
