/** Why can a source not be read? Turns what the system says into what was found, where, and what to do next. */
import { SourceError } from './source.ts';

/** The error to stop the run with; what is no error of the system is kept as it is. */
export function sourceError(source: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof SourceError || code === undefined) return error;
  return new SourceError(`${source}: ${REASONS[code] ?? message}`, { cause: error });
}

const CUT_OFF =
  'the gzip data ends early: the file was cut off. Copy or download it again; nothing behind the last complete record was taken.';
const NOT_PERMITTED = 'permission to read it is missing. Run as a user who may read it, or change its permissions.';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file. The path is relative to the plan; correct `file` in the source.',
  EISDIR: 'this is a directory. Name the files in it, by a glob for several (`data/*.ndjson`).',
  EACCES: NOT_PERMITTED,
  EPERM: NOT_PERMITTED,
  EMFILE: 'too many files are open. Raise the limit (`ulimit -n`).',
  EIO: 'the disk or network drive failed while reading. Copy the file to another place and try again.',
  Z_BUF_ERROR: CUT_OFF,
  Z_DATA_ERROR:
    'the gzip data is damaged. Copy or download it again (`gzip -t` tests it); nothing behind the damage was taken.',
};
