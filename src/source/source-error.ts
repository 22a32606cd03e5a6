/** Why can a source not be read? Turns what the system says into what was found, where, and what to do next. */
import { SourceError } from './source.ts';

/** The error to stop the run with; what is no error of the system is kept as it is. */
export function sourceError(source: string, error: unknown): unknown {
  if (error instanceof SourceError || !(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const [problem, advice] = REASONS[code] ?? [
    `it cannot be read (${error.message})`,
    'Copy it to another place and try again.',
  ];
  return new SourceError(`${source}: ${problem}.`, { cause: error, advice });
}

const NOT_PERMITTED: readonly [string, string] = [
  'permission to read it is missing',
  'Run as a user who may read it, or change its permissions.',
];

const REASONS: Readonly<Record<string, readonly [problem: string, advice: string]>> = {
  ENOENT: ['there is no such file', 'Correct `file` in the source; the path is relative to the plan.'],
  ENOTDIR: [
    'a part of the path is a file, not a folder',
    'Correct `file` in the source; the path is relative to the plan.',
  ],
  EISDIR: ['this is a folder', 'Name the files in it, several by a pattern such as data/*.ndjson.'],
  EACCES: NOT_PERMITTED,
  EPERM: NOT_PERMITTED,
  EMFILE: ['too many files are open', 'Raise the limit (ulimit -n) and try again.'],
  EIO: ['the disk or its connection failed', 'Copy the file to another place and try again.'],
};
