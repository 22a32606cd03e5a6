/**
 * Can this be the value of a partition key? Text, numbers, booleans, null, or nothing at all (quota page; the last two
 * are partitions of their own, azure-cosmos-dotnet-v3 #471), of at most 2,048 bytes in containers with version 2 keys.
 * What the service does with an object or array is not known; the SDK would send it as an empty key, so it is refused.
 */
import { Buffer } from 'node:buffer';
import { kindName, textOf } from '../document/decode.ts';
import type { Path } from '../document/path.ts';
import { reject, type Rejection } from '../document/rejection.ts';
import { ESCAPED, MISSING, STRING, type Tape, type Value } from '../document/tape.ts';

const LONGEST_KEY = 2048;

export function refusePartitionKey(tape: Tape, values: Int32Array, paths: readonly Path[]): Rejection | undefined {
  for (let level = 0; level < values.length; level++) {
    const value = values[level]!;
    if (value === MISSING) continue;
    const kind = tape.kind(value);
    const path = paths[level]!.text;
    if (kind < STRING) {
      return reject(
        'PARTITION_KEY_INVALID',
        `The partition key ${path} is of type ${kindName(tape, value)}; text, a number, a boolean or null is expected. Name a path to a scalar, or build the key by a template.`,
        path,
      );
    }
    if (kind !== STRING || tape.end(value) - tape.start(value) - 2 <= LONGEST_KEY) continue;
    const bytes = bytesOf(tape, value);
    if (bytes > LONGEST_KEY) {
      return reject(
        'PARTITION_KEY_TOO_LONG',
        `The partition key ${path} has ${bytes} bytes, and at most ${LONGEST_KEY} are allowed. Use a shorter value, such as "{${path}|hash 32}".`,
        path,
      );
    }
  }
  return undefined;
}

function bytesOf(tape: Tape, value: Value): number {
  return tape.is(value, ESCAPED) ? Buffer.byteLength(textOf(tape, value)) : tape.end(value) - tape.start(value) - 2;
}
