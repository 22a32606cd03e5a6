/** How did it end, in a number that scripts can act on? 1 is never used on purpose: it is a crash. */

export const EXIT_STATUS = {
  done: 0,
  usage: 2,
  maxErrors: 3,
  interrupted: 4,
  fatal: 5,
  differences: 6,
  locked: 7,
  unbalanced: 8,
  rejects: 9,
} as const;

export type ExitName = keyof typeof EXIT_STATUS;
export type ExitStatus = (typeof EXIT_STATUS)[ExitName];

/** What each means, for `--help` and the docs. */
export const EXIT_SENTENCES: Readonly<Record<ExitName, string>> = {
  done: 'done',
  usage: 'usage or plan error; nothing was read or written',
  maxErrors: 'stopped by --max-errors or onConflict: abort',
  interrupted: 'interrupted; what was done so far is kept in the state folder',
  fatal: 'fatal: something is unreachable, unreadable or full',
  differences: 'test found differences: an example of the plan came out otherwise',
  locked: 'another run of the plan holds the state folder',
  unbalanced: 'the books do not balance: a bug of remodel, please report it',
  rejects: 'done, with rejects',
};
