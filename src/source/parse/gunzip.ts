/** What is in gzip data? Unpacks it piece by piece in the thread pool, all members one after the other. */
import { Buffer } from 'node:buffer';
import type { TransformOptions } from 'node:stream';
import { createGunzip, type ZlibOptions } from 'node:zlib';
import { type ByteSource, streamBytes } from '../byte-source.ts';
import { SourceError } from '../source.ts';

/** Compressed bytes that are handed to the unpacker at once, and the most that it gives at once. */
const PIECE = 256 * 1024;
const UNPACKED_PIECE = 1024 * 1024;

/** Whether the bytes begin as gzip does, with deflate as the only method there is. */
export function isGzip(bytes: Buffer, length: number): boolean {
  return length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

/** What a source unpacks to; its first bytes have been read already. */
export function gunzipped(name: string, packed: ByteSource, first: Buffer): ByteSource {
  // The mark of one byte holds the unpacker until each piece is taken, so that an error never overtakes what came before.
  const options: ZlibOptions & TransformOptions = { chunkSize: UNPACKED_PIECE, readableHighWaterMark: 1 };
  const gunzip = createGunzip(options);
  gunzip.on('error', () => {
    // The reader of its pieces meets it.
  });
  let piece = first;
  let given = 0;

  async function give(): Promise<void> {
    const buffer = Buffer.allocUnsafeSlow(PIECE);
    while (piece.length > 0 && !gunzip.destroyed) {
      given += piece.length;
      // What stands behind the end of the last member is never taken, and this waits for ever, or it is passed over.
      await new Promise<void>((taken) => gunzip.write(piece, () => taken()));
      if (gunzip.bytesWritten < given) break;
      piece = buffer.subarray(0, await packed.read(buffer, 0, PIECE));
    }
    gunzip.end();
  }

  async function* unpacked(): AsyncGenerator<Buffer> {
    give().catch((error: Error) => gunzip.destroy(error));
    for await (const chunk of gunzip) yield chunk as Buffer;
    // zlib stops at a zero byte behind a member without a word: zeros may fill up a block, anything else would be lost.
    let rest = piece.subarray(piece.length - (given - gunzip.bytesWritten));
    while (rest.every((byte) => byte === 0)) {
      const length = await packed.read(first, 0, first.length);
      if (length === 0) return;
      rest = first.subarray(0, length);
    }
    throw new SourceError(`${name}: behind the gzip data stand other bytes, which would be lost.`, {
      advice: 'Copy or download the file again, or cut them off.',
    });
  }

  const close = async (): Promise<void> => {
    gunzip.destroy();
    await packed.close();
  };
  return streamBytes(unpacked(), close, () => given);
}
