/** Why can compressed data not be unpacked, and what is to be done? */
import { SourceError } from '../source.ts';
import type { Compression } from './compression.ts';

const TESTS: Readonly<Record<Compression, string>> = { gzip: 'gzip -t', zstd: 'zstd -t', brotli: 'brotli -t' };

/** @param error of the unpacker, or of what it reads */
export function unpackError(name: string, compression: Compression, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^(Z_|ZSTD_|ERR__ERROR)/.test(code)) return error;
  if (code.startsWith('Z_BUF')) return cutOff(name, compression, error);
  if (code === 'ZSTD_error_frameParameter_windowTooLarge') {
    return new SourceError(`${name}: the zstd data was packed with a window of more than 128 MB.`, {
      cause: error,
      advice: 'Unpack it first (zstd -d --long=31), or pack it again without --long.',
    });
  }
  return new SourceError(`${name}: the ${compression} data is damaged.`, {
    cause: error,
    advice: `Copy or download it again (${TESTS[compression]} tests it); what stands behind the damage was not read.`,
    anew: 'once the file is whole',
  });
}

export function cutOff(name: string, compression: Compression, cause?: unknown): SourceError {
  return new SourceError(`${name}: the ${compression} data ends early, the file was cut off.`, {
    cause,
    advice: 'Copy or download it again; what stands behind its last complete record was not read.',
    anew: 'once the file is whole',
  });
}

/** Something stands behind the end. */
export function otherBytes(name: string, compression: Compression): SourceError {
  return new SourceError(`${name}: behind the ${compression} data stand other bytes, which would be lost.`, {
    advice: 'Copy or download the file again, or cut them off.',
    anew: 'once the file is whole',
  });
}
