/** When is a piece of text in a stream? Its bytes may be used again when this resolves. */
import type { Buffer } from 'node:buffer';
import type { Writable } from 'node:stream';

export function written(stream: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => {
      if (error instanceof Error) reject(error);
      else resolve();
    });
  });
}

/** Whether a write failed because nobody reads any more. */
export function isWithoutReader(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}
