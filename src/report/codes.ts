/** What does a code mean, how bad is it, and what should be done? One table for reports, docs and explanations. */
import type { CodeInfo } from './codes/code-info.ts';
import { CONTAINER_CODES } from './codes/container-codes.ts';
import { DATA_CODES } from './codes/data-codes.ts';
import { STEP_CODES } from './codes/step-codes.ts';

export const CODES: Readonly<Record<string, CodeInfo>> = { ...CONTAINER_CODES, ...DATA_CODES, ...STEP_CODES };

/** A code that the table does not have is a bug; the report is written all the same, and a test keeps the two together. */
export function codeInfo(code: string): CodeInfo {
  return CODES[code] ?? UNKNOWN;
}

const UNKNOWN: CodeInfo = {
  severity: 'error',
  title: 'A code without an explanation',
  advice: 'Look at the message of the finding, and report that the code has no explanation.',
  explanation: 'The table of codes does not have this one.',
};
