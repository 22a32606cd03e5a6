/** Which records were rejected, why, and what is their text? Reads a rejects file record by record, in its order. */
import { Buffer } from 'node:buffer';
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Place } from '../../document/position.ts';
import { Fatal } from '../../errors.ts';
import type { RejectHolder, RejectKey, RejectReason } from '../../report/reject-lines.ts';
import { fileShard } from '../../source/file-shard.ts';

/** The rejects of one record; they stand one behind the other. */
export interface RejectGroup {
  readonly place: Place;
  /** Number of its first line in the rejects file, for people. */
  readonly line: number;
  readonly rejects: RejectLine[];
  /** The record's text; absent where no line has it. */
  original: Buffer | undefined;
  /** The lines as they are; kept where that was asked for, and where there is no text. */
  readonly lines: Buffer[];
}

/** What a line says, its text aside. */
export interface RejectLine extends RejectReason {
  readonly at: Place & { readonly output: number };
  readonly path?: string;
  readonly entity: string;
  readonly sourceEntity?: string;
  readonly container?: string;
  readonly key?: RejectKey;
  readonly conflictsWith?: RejectHolder;
  readonly earlier?: readonly RejectReason[];
  /** What was refused, its numbers as doubles: to be compared with another one that was read like this. */
  readonly doc?: unknown;
}

/**
 * @param keepsLines whether the bytes of the lines are wanted, too
 * @throws Fatal for a line that is no reject
 */
export async function* rejectGroups(file: string, keepsLines: boolean): AsyncGenerator<RejectGroup, void, undefined> {
  let group: RejectGroup | undefined;
  for await (const { line, bytes } of linesOf(file)) {
    const { original, ...reject } = readLine(file, line, bytes);
    const { source, line: sourceLine, offset } = reject.at;
    const place = { source, line: sourceLine, offset };
    if (group === undefined || !isOfRecord(group, reject)) {
      if (group !== undefined) yield group;
      group = { place, line, rejects: [], original: undefined, lines: [] };
    }
    const { output } = reject.at;
    if (group.rejects.at(-1)?.at.output === output) throw twice(file, line);
    group.rejects.push(reject);
    group.original ??= original;
    if (keepsLines || group.original === undefined) group.lines.push(Buffer.from(bytes));
  }
  if (group !== undefined) yield group;
}

function twice(file: string, line: number): Fatal {
  return new Fatal('usage', `${file}:${line}: this reject stands in the file twice.`, {
    advice: 'Remove the line that was doubled.',
  });
}

/** The entity of the record's source. */
export function sourceEntityOf({ sourceEntity, entity }: RejectLine): string {
  return sourceEntity ?? entity;
}

/** Two sources may read one file. */
function isOfRecord({ place, rejects }: RejectGroup, reject: RejectLine): boolean {
  const { source, offset } = reject.at;
  return place.source === source && place.offset === offset && sourceEntityOf(rejects[0]!) === sourceEntityOf(reject);
}

async function* linesOf(file: string): AsyncGenerator<{ readonly line: number; readonly bytes: Buffer }> {
  const plan = { entity: 'reject', file, maxDocument: Number.POSITIVE_INFINITY };
  const found = { name: basename(file), path: file, size: statSync(file).size, isPipe: false };
  for await (const batch of fileShard(0, plan, found).batches()) {
    for (let i = 0; i < batch.count; i++)
      yield { line: batch.lines[i]!, bytes: batch.text.subarray(batch.starts[i], batch.ends[i]) };
    for (const { line, message } of batch.broken) throw noReject(file, line, message);
  }
}

/** The text of a reject is left out of what is kept of its line. */
function readLine(file: string, line: number, bytes: Buffer): RejectLine & { readonly original: Buffer | undefined } {
  let parsed: Record<string, unknown>;
  try {
    parsed = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
  } catch (error) {
    throw noReject(file, line, `it is no JSON (${(error as Error).message})`);
  }
  const { original, originalEncoding, ...reject } = parsed;
  const problem = problemOf(reject, original);
  if (problem !== undefined) throw noReject(file, line, problem);
  const encoding = originalEncoding === 'latin1' ? 'latin1' : 'utf8';
  return {
    ...(reject as unknown as RejectLine),
    original: original === undefined ? undefined : Buffer.from(original as string, encoding),
  };
}

function problemOf(reject: Readonly<Record<string, unknown>>, original: unknown): string | undefined {
  const at = reject['at'] as Readonly<Record<string, unknown>> | null | undefined;
  if (typeof at?.['source'] !== 'string' || typeof at['line'] !== 'number' || typeof at['offset'] !== 'number')
    return 'it does not say where its record stands ("at")';
  for (const name of ['entity', 'code', 'message', 'stage'])
    if (typeof reject[name] !== 'string') return `it has no "${name}"`;
  if (original === undefined || typeof original === 'string') return undefined;
  return '"original" is the text of the record, and so has to be a string: "{\\"id\\": …}"';
}

function noReject(file: string, line: number, why: string): Fatal {
  return new Fatal('usage', `${file}:${line}: this is no line of a rejects file: ${why}.`, {
    advice: 'Mend the line, or take it from the rejects file of the run again; nothing has been changed.',
  });
}
