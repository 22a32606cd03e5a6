/** What is in compressed data? Unpacks it piece by piece in the thread pool, all its members one after the other. */
import type { Buffer } from 'node:buffer';
import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createZstdDecompress,
  type Gunzip,
  type ZstdDecompress,
} from 'node:zlib';
import { type ByteSource, streamBytes } from '../byte-source.ts';
import type { Compression } from './compression.ts';
import { PackedBytes } from './packed-bytes.ts';
import { cutOff, otherBytes, unpackError } from './unpack-error.ts';
import { ZstdFrames } from './zstd-frames.ts';

/** How frames end that do not end as they should. */
interface Ending {
  isCutOff: boolean;
  hasOthers: boolean;
}

type Unpacker = Gunzip | BrotliDecompress | ZstdDecompress;

/** What a source unpacks to; its first bytes have been read already. */
export function unpacked(name: string, compression: Compression, packed: ByteSource, first: Buffer): ByteSource {
  const input = new PackedBytes(packed, first);
  let unpacker: Unpacker | undefined;

  async function* pieces(): AsyncGenerator<Buffer> {
    while (await input.hasMore()) {
      const member = (unpacker = UNPACKERS[compression]());
      const before = input.given;
      const ending: Ending = { isCutOff: false, hasOthers: false };
      const giving = compression === 'zstd' ? giveFrames(member, input, ending) : giveMember(member, input);
      giving.catch((error: Error) => member.destroy(error));
      try {
        for await (const piece of member) yield piece as Buffer;
      } catch (error) {
        throw unpackError(name, compression, error);
      }
      if (ending.isCutOff) throw cutOff(name, compression);
      if (ending.hasOthers) throw otherBytes(name, compression);
      const rest = input.given - before - member.bytesWritten;
      if (rest > 0) input.takeBack(rest);
      // Zeros may fill up a block; zlib stops there without a word, whatever stands behind them.
      const hasZeros = await input.passZeros();
      if ((hasZeros || compression !== 'brotli') && (await input.hasMore())) throw otherBytes(name, compression);
    }
  }

  const close = async (): Promise<void> => {
    unpacker?.destroy();
    await packed.close();
  };
  return streamBytes(pieces(), close, () => input.given);
}

/** The most that is unpacked at once. */
const UNPACKED_PIECE = 1024 * 1024;
// The mark of one byte holds the unpacker until each piece is taken, so that an error never overtakes what came before.
const OPTIONS = { chunkSize: UNPACKED_PIECE, readableHighWaterMark: 1 };

const UNPACKERS: Readonly<Record<Compression, () => Unpacker>> = {
  gzip: () => createGunzip(OPTIONS),
  zstd: () => createZstdDecompress(OPTIONS),
  brotli: () => createBrotliDecompress(OPTIONS),
};

/** Gives everything up to the end of a member; zlib itself goes on with the next one of gzip. */
async function giveMember(unpacker: Unpacker, input: PackedBytes): Promise<void> {
  const before = input.given;
  while (!unpacker.destroyed) {
    const piece = await input.next();
    if (piece.length === 0) break;
    // What stands behind the end of the last member is never taken, and this waits for ever, or it is passed over.
    await write(unpacker, piece);
    if (unpacker.bytesWritten < input.given - before) break;
  }
  unpacker.end();
}

async function giveFrames(unpacker: Unpacker, input: PackedBytes, ending: Ending): Promise<void> {
  const frames = new ZstdFrames();
  while (!unpacker.destroyed) {
    const piece = await input.next();
    let at = 0;
    for (let end = 0; at < piece.length && end >= 0 && !unpacker.destroyed;) {
      end = frames.follow(piece, at);
      if (end > at) await write(unpacker, piece.subarray(at, end));
      if (end >= 0) at = end;
    }
    if (at === piece.length && piece.length > 0) continue;
    ending.isCutOff = piece.length === 0 && !frames.isComplete;
    ending.hasOthers = piece.length > 0 && !frames.isComplete;
    break;
  }
  unpacker.end();
}

async function write(unpacker: Unpacker, piece: Buffer): Promise<void> {
  await new Promise<void>((taken) => unpacker.write(piece, () => taken()));
}
