/**
 * Was a file still the same when its end had been read? What was identified at the start is what is read, up to the size
 * that it had then. What has come behind it since is said; what is gone or different cannot be read any more.
 */
import { stat, type FileHandle } from 'node:fs/promises';
import { hashOf, identityEnds } from './identity.ts';
import { SourceError, type SourceIdentity } from './source.ts';

/**
 * What people should know, in a sentence, if anything.
 * @param file what has been read; its path may lead to another one by now
 * @throws SourceError where it cannot have been read as it was
 */
export async function changeOf(
  file: FileHandle,
  path: string,
  { source, size = 0, modifiedAt, head, tail }: SourceIdentity,
): Promise<string | undefined> {
  const [now, named] = [await file.stat(), await stat(path).catch(() => undefined)];
  const grew = `${source} had ${count(size)} when it was identified and has ${count(now.size)} now`;
  if (now.size < size) throw changed(`${grew}: it was cut while it was read.`);
  const ends = await Promise.all(identityEnds(size).map(([from, length]) => hashOf(file, from, length)));
  if (ends[0] !== head || ends[1] !== tail) throw changed(`${source} has another content than when it was identified.`);
  if (now.size > size)
    return `${grew}: it was read up to the size that it had then, and what came behind was not read.`;
  if (named === undefined || named.ino !== now.ino || named.dev !== now.dev)
    return `${source} was replaced or removed while it was read; what was read is the file that was there at the start.`;
  if (now.mtimeMs !== modifiedAt)
    return `${source} was written to while it was read. Its size and both its ends are the same; if anything in between has changed, run again with --fresh.`;
  return undefined;
}

function changed(problem: string): SourceError {
  return new SourceError(problem, {
    advice: 'What was read of it is a mixture: wait until nothing writes to it any more, and run again with --fresh.',
  });
}

function count(bytes: number): string {
  return `${bytes.toLocaleString('en-US')} ${bytes === 1 ? 'byte' : 'bytes'}`;
}
