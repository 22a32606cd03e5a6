// Runs a plan that stands in a test, in a folder of its own that is gone afterwards.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Plan } from '../../src/plan/plan.ts';
import { problemText } from '../../src/plan/problem.ts';
import { readPlanText } from '../../src/plan/read.ts';
import { run, type RunOptions, type RunResult } from '../../src/run.ts';

export interface Ran extends RunResult {
  /** Lines of the files that the run has left in its target's folder, by name. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  readonly rejects: readonly RejectLine[];
}

export interface RejectLine {
  readonly at: { readonly source: string; readonly line: number; readonly offset: number; readonly output: number };
  readonly stage: string;
  readonly step?: string;
  readonly code: string;
  readonly message: string;
  readonly entity: string;
  readonly container?: string;
  readonly original?: string;
  readonly key?: { readonly uniqueKey: readonly string[]; readonly values: readonly unknown[] };
  readonly conflictsWith?: { readonly id: string };
  readonly doc?: Readonly<Record<string, unknown>>;
}

/** A new folder with these files, for the test that is running. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** The plan of this text, as if it stood in the folder. */
export async function planIn(folder: string, text: string, env: Readonly<Record<string, string>> = {}): Promise<Plan> {
  const { plan, problems } = await readPlanText(join(folder, 'plan.yaml'), text, { env, lenientTarget: true });
  if (plan === undefined) throw new Error(problems.map(problemText).join('\n'));
  return plan;
}

/** Runs into `out` of the folder, with the state beside it; the embedded container writes its documents there too. */
export async function runIn(
  folder: string,
  plan: Plan,
  kind: 'folder' | 'embedded' = 'folder',
  more: Partial<RunOptions> = {},
): Promise<Ran> {
  const out = join(folder, 'out');
  const target = kind === 'folder' ? ({ kind, folder: out } as const) : ({ kind, out } as const);
  const result = await run(plan, { target, stateFolder: join(folder, 'state'), ...more });
  const names = existsSync(out) ? readdirSync(out).toSorted() : [];
  return {
    ...result,
    files: Object.fromEntries(names.map((name) => [name, linesOf(join(out, name))])),
    rejects: linesOf(join(folder, 'state/rejects.ndjson')).map((line) => JSON.parse(line) as RejectLine),
  };
}

/** Has a run stop once so many records have been read. */
export function stoppedBehind(documents: number): Partial<RunOptions> {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    onProgress: (progress) => {
      if (progress.documents >= documents) controller.abort();
    },
  };
}

export function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').slice(0, -1);
}
