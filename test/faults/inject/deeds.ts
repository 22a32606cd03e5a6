// What does a call of node:fs do to the disk? Calls that write into the watched folder, by the name of the function.
import fs from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { areaOf } from '../area.ts';
import type { Act } from '../fault.ts';
import type { Deed } from './fault-point.ts';

export type DeedOf = (parameters: readonly unknown[]) => Deed | undefined;

export interface Deeds {
  readonly deeds: Readonly<Record<string, DeedOf>>;
  /** A file of this path has been opened for writing. */
  readonly opened: (descriptor: unknown, path: string) => void;
}

/** The functions as they were before anybody watched them. */
const real = { ...fs };

export function deedsOf(folder: string): Deeds {
  const paths = new Map<number, string>();
  const root = resolve(folder) + sep;
  const deeds: Record<string, DeedOf> = {
    open([path, flags = 'r', mode]) {
      const file = inside(path);
      if (file === undefined || !isForWriting(flags)) return undefined;
      const whole = (): unknown => real.openSync(file, flags as fs.OpenMode, mode as fs.Mode);
      return { act: 'open', path: file, whole };
    },
    write([descriptor, ...rest]) {
      return written(descriptor, chunkOf(rest));
    },
    writev([descriptor, pieces, position]) {
      const bytes = Buffer.concat((pieces as NodeJS.ArrayBufferView[]).map(asBuffer));
      return written(descriptor, { bytes, position: typeof position === 'number' ? position : null });
    },
    writeFile: ([path, content, options]) => fileWritten(path, content, options, real.writeFileSync),
    appendFile: ([path, content, options]) => fileWritten(path, content, options, real.appendFileSync),
    truncate: ([path, length]) => named('truncate', path, () => real.truncateSync(path as string, length as number)),
    ftruncate: ([descriptor, length]) =>
      opened('truncate', descriptor, () => real.ftruncateSync(descriptor as number, length as number)),
    rename: ([from, to]) => named('rename', to, () => real.renameSync(from as string, to as string)),
    rm([path, options]) {
      const deed = named('remove', path, () => real.rmSync(path as string, options as fs.RmOptions));
      return deed && { ...deed, half: () => removeHalf(deed.path) };
    },
    unlink: ([path]) => named('remove', path, () => real.unlinkSync(path as string)),
    fsync: ([descriptor]) => opened('sync', descriptor, () => real.fsyncSync(descriptor as number)),
    fdatasync: ([descriptor]) => opened('sync', descriptor, () => real.fdatasyncSync(descriptor as number)),
    close([descriptor]) {
      const deed = opened('close', descriptor, () => real.closeSync(descriptor as number));
      paths.delete(descriptor as number);
      return deed;
    },
  };
  return { deeds, opened: (descriptor, path) => void paths.set(descriptor as number, path) };

  function inside(path: unknown): string | undefined {
    const file = resolve(path instanceof URL ? path.pathname : String(path));
    return file.startsWith(root) ? file : undefined;
  }

  function named(act: Act, path: unknown, whole: () => unknown): Deed | undefined {
    const file = inside(path);
    return file === undefined ? undefined : { act, path: file, whole };
  }

  function opened(act: Act, descriptor: unknown, whole: () => unknown): Deed | undefined {
    const path = paths.get(descriptor as number);
    return path === undefined ? undefined : { act, path, whole };
  }

  function written(descriptor: unknown, { bytes, position }: Chunk): Deed | undefined {
    const write = (size: number): number => real.writeSync(descriptor as number, bytes, 0, size, position);
    const deed = opened('write', descriptor, () => write(bytes.length));
    if (deed === undefined) return undefined;
    const isDocuments = DOCUMENTS.test(deed.path) && areaOf(deed.path) !== 'knowledge';
    const documentBytes = isDocuments ? bytes.length : 0;
    return { ...deed, documentBytes, half: () => write(bytes.length >> 1) };
  }

  function fileWritten(
    target: unknown,
    content: unknown,
    options: unknown,
    write: (path: fs.PathOrFileDescriptor, data: Buffer, options?: fs.WriteFileOptions) => void,
  ): Deed | undefined {
    const path = typeof target === 'number' ? paths.get(target) : inside(target);
    if (path === undefined) return undefined;
    const bytes = asBuffer(content);
    const put = (size: number): number => {
      write(target as string, bytes.subarray(0, size), options as fs.WriteFileOptions);
      return size;
    };
    return { act: 'write file', path, whole: () => put(bytes.length), half: () => put(bytes.length >> 1) };
  }
}

/** Those of a target, and what a step across documents gathers; not what is surveyed, which every start does. */
const DOCUMENTS = /(\.ndjson\.partial|[/\\]segment\.ndjson|[/\\]gathered[/\\]\d+[/\\](documents|gathered)\.ndjson)$/;

/** Of the files in a folder, the first ones by name; none of a file. */
function removeHalf(path: string): number {
  if (real.statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return 0;
  const entries = real.readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.toSorted().slice(0, Math.ceil(files.length / 2))) real.rmSync(file);
  return 0;
}

function isForWriting(flags: unknown): boolean {
  if (typeof flags === 'number') return (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0;
  return /[wa+]/.test(String(flags));
}

interface Chunk {
  readonly bytes: Buffer;
  readonly position: number | null;
}

/** What stands behind the descriptor: a text and where it goes, or bytes, which of them, and where they go. */
function chunkOf([content, second, third, fourth]: readonly unknown[]): Chunk {
  if (typeof content === 'string') return { bytes: Buffer.from(content), position: numberOr(second, null) };
  const { offset, length, position } =
    typeof second === 'object' && second !== null
      ? (second as { offset?: unknown; length?: unknown; position?: unknown })
      : { offset: second, length: third, position: fourth };
  const all = asBuffer(content);
  const start = numberOr(offset, 0);
  return {
    bytes: all.subarray(start, start + numberOr(length, all.length - start)),
    position: numberOr(position, null),
  };
}

function asBuffer(content: unknown): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  const { buffer, byteOffset, byteLength } = content as NodeJS.ArrayBufferView;
  return Buffer.from(buffer, byteOffset, byteLength);
}

function numberOr<Other>(value: unknown, other: Other): number | Other {
  return typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : other;
}
