/** Why can the command not go on, and which exit status says so? Bad documents never throw; see document/rejection.ts. */
import { EXIT_STATUS, type ExitName, type ExitStatus } from './exit-status.ts';

export interface FatalOptions {
  readonly cause?: unknown;
  /** What to do next, in one sentence; the exact command where there is one. */
  readonly advice?: string;
  /** Going on would end here again: only beginning anew helps, and when; `once no other run writes there`. */
  readonly anew?: string;
}

/** Ends the command with its sentence on standard error and its exit status, without a stack. */
export class Fatal extends Error {
  readonly exit: ExitName;
  readonly advice: string | undefined;
  readonly anew: string | undefined;

  constructor(exit: ExitName, message: string, options: FatalOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Fatal';
    this.exit = exit;
    this.advice = options.advice;
    this.anew = options.anew;
  }

  get exitStatus(): ExitStatus {
    return EXIT_STATUS[this.exit];
  }
}

/**
 * The fatal error behind whatever was thrown, or `undefined` where it is a bug of ours. What the operating system
 * refuses (disk full, no permission, no such file) is fatal, never a crash.
 */
export function asFatal(error: unknown): Fatal | undefined {
  if (error instanceof Fatal) return error;
  if (!isSystemError(error)) return undefined;
  const { code, path = '' } = error;
  const refused = REFUSALS[code];
  if (refused === undefined) return undefined;
  const [what, advice] = refused;
  return new Fatal('fatal', path === '' ? `${what} (${code}).` : `${path}: ${what} (${code}).`, {
    cause: error,
    advice,
  });
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error;
}

const REFUSALS: Readonly<Record<string, readonly [what: string, advice: string]>> = {
  EEXIST: ['is there already, and is no folder', 'Choose another folder, or move it away.'],
  EACCES: ['permission denied', 'Give this user the right, or choose another folder.'],
  EBUSY: ['in use by another program', 'Close the program that uses it and try again.'],
  EDQUOT: ['the disk quota is used up', 'Make room, or choose another folder with --state or --out.'],
  EIO: ['the disk or its connection failed', 'Check the disk; nothing after the last commit is counted as done.'],
  EISDIR: ['is a folder, a file was expected', 'Name the file itself.'],
  EMFILE: ['too many files are open', 'Raise the limit (ulimit -n) and try again.'],
  ENFILE: ['too many files are open on this machine', 'Try again when the machine is less busy.'],
  ENOENT: ['no such file or folder', 'Check the path; paths in a plan are relative to the plan.'],
  ENOSPC: ['the disk is full', 'Make room, or choose another folder with --state or --out.'],
  ENOTDIR: ['is a file, a folder was expected', 'Name a folder.'],
  EPERM: ['the operation is not permitted', 'Give this user the right, or choose another folder.'],
  EROFS: ['the file system is read-only', 'Choose another folder with --state or --out.'],
};
