/** How many seconds does a document have left at the start of the run? */
import { kindName, sourceOf } from '../../src/document/decode.ts';
import type { Document } from '../../src/document/document.ts';
import { instantOf } from '../../src/document/instant.ts';
import { type Path, propertyPath } from '../../src/document/path.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { MISSING, NULL, NUMBER, type Tape, type Value } from '../../src/document/tape.ts';
import { isTtl, LONGEST_TTL } from '../../src/document/ttl.ts';
import { EXPIRED, type StepAnswer } from '../../src/transform/step.ts';

interface Given {
  readonly seconds?: number;
  readonly until?: Path;
}

/** The time to live; `undefined` where it is not to be set. */
export function secondsOf(document: Document, { seconds, until }: Given, startedAt: number): number | StepAnswer {
  if (seconds !== undefined) return seconds;
  return until === undefined ? remaining(document, startedAt) : secondsUntil(document, until, startedAt);
}

function secondsUntil(document: Document, until: Path, startedAt: number): number | StepAnswer {
  const { tape } = document;
  const value = document.get(until);
  if (isNone(tape, value)) return undefined;
  const instant = instantOf(tape, value);
  if (instant === undefined)
    return reject(
      'CONVERT_FAILED',
      `${until.text} is ${aKind(tape, value)} that means no time; ISO 8601 text, or a number of seconds or milliseconds since 1970, is expected. Mend the source, or convert it in an earlier step.`,
      until.text,
    );
  const seconds = Math.floor((instant - startedAt) / 1000);
  if (seconds <= LONGEST_TTL) return seconds < 1 ? EXPIRED : seconds;
  return reject(
    'TTL_INVALID',
    `${until.text} is ${seconds} seconds ahead, and the service takes at most ${LONGEST_TTL}, which are 68 years. Set ttl: -1 for documents that live for ever.`,
    until.text,
  );
}

function remaining(document: Document, startedAt: number): number | StepAnswer {
  const { tape } = document;
  const own = document.get(TTL);
  if (isNone(tape, own)) return undefined;
  const seconds = tape.kind(own) === NUMBER ? Number(sourceOf(tape, own)) : Number.NaN;
  if (seconds === -1) return undefined;
  if (!isTtl(seconds)) return invalid(tape, own);
  const written = document.get(WRITTEN_AT);
  if (written === MISSING || tape.kind(written) !== NUMBER) return ageUnknown(tape, written);
  const age = Math.max(0, startedAt / 1000 - Number(sourceOf(tape, written)));
  const left = Math.floor(seconds - age);
  return left < 1 ? EXPIRED : left;
}

const TTL = propertyPath('ttl');
const WRITTEN_AT = propertyPath('_ts');

function isNone(tape: Tape, value: Value): boolean {
  return value === MISSING || tape.kind(value) === NULL;
}

function invalid(tape: Tape, own: Value): Rejection {
  const found = tape.kind(own) === NUMBER ? sourceOf(tape, own).slice(0, 40) : aKind(tape, own);
  return reject(
    'TTL_INVALID',
    `/ttl is ${found}; -1 or a whole number of seconds from 1 to ${LONGEST_TTL} is expected. Convert or remove it in an earlier step.`,
    '/ttl',
  );
}

function ageUnknown(tape: Tape, written: Value): Rejection {
  const found = written === MISSING ? 'missing' : aKind(tape, written);
  return reject(
    'TTL_INVALID',
    `The document has a time to live, but its age is not known, because /_ts is ${found}. Export documents together with their system properties, or set ttl in another way.`,
    '/_ts',
  );
}

function aKind(tape: Tape, value: Value): string {
  const kind = kindName(tape, value);
  if (kind === 'null') return kind;
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}
