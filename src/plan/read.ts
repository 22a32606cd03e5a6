/** What does a plan file say, and what is wrong with it? Reads all of it and returns every problem at once. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { findStep, stepNames } from '../transform/registry.ts';
import { PlanFiles } from './files.ts';
import type { Plan } from './plan.ts';
import { placesIn } from './places.ts';
import { type Problem, Problems } from './problem.ts';
import { readWithFiles } from './read-with-files.ts';
import type { StepVocabulary } from './step-item.ts';
import type { ReadStep } from './steps.ts';
import { type Environment, withVariables } from './variables.ts';

export interface ReadPlanOptions {
  /** Where `${NAME}` is looked up. */
  readonly env: Environment;
  /** The target is not used: its variables may be missing, and it may be one that cannot be written to yet. */
  readonly lenientTarget: boolean;
  /** The steps a plan may use. @default those of the registry */
  readonly vocabulary?: StepVocabulary;
}

/** There is a plan exactly when no problem is an error. */
export interface PlanReading {
  readonly plan?: Plan;
  readonly problems: readonly Problem[];
  /** With the plan: its steps as they were read, and where further problems of it may be put. */
  readonly more?: { readonly steps: readonly ReadStep[]; readonly problems: Problems };
}

/** Larger than any plan written by people. */
const LARGEST_PLAN = 1024 ** 2;

export async function readPlan(file: string, options: ReadPlanOptions): Promise<PlanReading> {
  const bytes = await readBytes(file);
  if ('reason' in bytes) {
    const problems = new Problems(file, placesIn(''));
    problems.error(0, bytes.rule, bytes.reason);
    return { problems: problems.sorted() };
  }
  return readPlanText(file, bytes.text, options);
}

/** The same for a text that is in memory; `file` names it and says what paths are relative to. */
export async function readPlanText(file: string, text: string, options: ReadPlanOptions): Promise<PlanReading> {
  // Loaded when there is a plan to read, so that every other start is spared it.
  const { parseText } = await import('./parse-text.ts');
  const problems = new Problems(file, placesIn(text));
  const root = parseText(text, problems);
  if (root === undefined) return { problems: problems.sorted() };
  const filled = withVariables(root, options.env, options.lenientTarget, problems);
  const vocabulary = options.vocabulary ?? { findStep, stepNames };
  const { env, lenientTarget } = options;
  const files = new PlanFiles(dirname(resolve(file)));
  const setting = { file: resolve(file), lenientTarget, vocabulary, env, files, problems };
  const { plan, steps } = await readWithFiles(filled, setting);
  if (problems.hasErrors) return { problems: problems.sorted() };
  return { plan, problems: problems.sorted(), more: { steps, problems } };
}

type Bytes =
  | { readonly text: string }
  | { readonly rule: 'unreadable' | 'too-large' | 'encoding'; readonly reason: string };

async function readBytes(file: string): Promise<Bytes> {
  try {
    const { size } = await stat(file);
    if (size > LARGEST_PLAN) return tooLarge(size.toLocaleString('en-US'));
    const bytes = await readBeginning(file);
    if (bytes.length > LARGEST_PLAN) return tooLarge(`more than ${LARGEST_PLAN.toLocaleString('en-US')}`);
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return { rule: 'encoding', reason: 'The plan is not UTF-8; save it as UTF-8.' };
    return { rule: 'unreadable', reason: `The plan cannot be read: ${reasonOf(error)}.` };
  }
}

/** What comes out of a pipe or a device has no size beforehand, and maybe no end. */
async function readBeginning(file: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(file, { end: LARGEST_PLAN })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function tooLarge(size: string): Bytes {
  const most = LARGEST_PLAN.toLocaleString('en-US');
  return {
    rule: 'too-large',
    reason: `The file has ${size} bytes, and a plan has at most ${most}; is it the data instead of the plan?`,
  };
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'permission is denied';
  return error instanceof Error ? error.message : String(error);
}
