/**
 * What is the `_rid` of a resource? Four bytes for a database, four more for a container, eight more for an item, in
 * base64 with `-` for `/`. A container that is made anew gets another one, by which clients notice it.
 */
import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';

export function databaseRid(): string {
  return ridOf(randomBytes(4));
}

export function containerRid(database: string): string {
  const own = randomBytes(4);
  // Which tells containers from users.
  own[0]! |= 0x80;
  return ridOf(Buffer.concat([bytesOf(database), own]));
}

export function itemRid(container: string, item: number): string {
  const own = Buffer.alloc(8);
  own.writeBigUInt64LE(BigInt(item));
  return ridOf(Buffer.concat([bytesOf(container), own]));
}

/** The id of the offer of a database or container. */
export function offerRid(resource: string): string {
  return bytesOf(resource).subarray(-4).toString('hex');
}

function ridOf(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('/', '-');
}

function bytesOf(rid: string): Buffer {
  // Mostly it is the same container again.
  if (rid === decoded.rid) return decoded.bytes;
  decoded = { rid, bytes: Buffer.from(rid.replaceAll('-', '/'), 'base64') };
  return decoded.bytes;
}

let decoded: { readonly rid: string; readonly bytes: Buffer } = { rid: '', bytes: Buffer.alloc(0) };
