/**
 * How many request units does an operation cost? The service's formula is not published; this one goes through the
 * points that are: a read of 1 KB costs 1, of 100 KB 10; a write five times as much; a replace twice an insert
 * (documentation: request units; optimize the cost of requests). Between them it is a straight line in the size. An
 * index costs a write a fifth more. Refused requests cost what one was seen to cost, 1.24.
 */

const KILOBYTE = 1024;
const REFUSED = 1.24;

export function readCharge(bytes: number): number {
  return rounded(1 + Math.max(0, bytes / KILOBYTE - 1) / 11);
}

/** @param isNew whether there was no item before */
export function writeCharge(bytes: number, isNew: boolean, isIndexed: boolean): number {
  return rounded(readCharge(bytes) * 5 * (isNew ? 1 : 2) * (isIndexed ? 1.2 : 1));
}

export function refusedCharge(status: number): number {
  return status === 404 ? 1 : REFUSED;
}

function rounded(charge: number): number {
  return Math.round(charge * 100) / 100;
}
