// Do the modelling patterns come out as they should? Each folder holds a plan, its input and what is expected, byte for byte.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import type { Finding } from '../../src/report/findings.ts';
import { readPlan } from '../../src/plan/read.ts';
import { run, type RunResult } from '../../src/run.ts';

interface Expected {
  readonly rejects: readonly ExpectedReject[];
  readonly findings: readonly Pick<Finding, 'code' | 'path' | 'count'>[];
}

interface ExpectedReject {
  readonly line: number;
  readonly code: string;
  readonly partitionKey?: readonly unknown[];
  readonly uniqueKey?: readonly string[];
  readonly values?: readonly unknown[];
  readonly conflictsWith?: string;
}

const names = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(join(import.meta.dirname, name, 'plan.yaml')),
);

it('has its folders', () => {
  expect(names.length).toBe(26);
});

it.each(names)('%s', async (name) => {
  const folder = join(import.meta.dirname, name);
  const work = mkdtempSync(join(tmpdir(), 'pattern-'));
  try {
    const { report, exitStatus } = await rehearse(join(folder, 'plan.yaml'), work);
    const expected = expectedOf(folder);
    expect(filesIn(join(work, 'out'))).toEqual(filesIn(join(folder, 'expected')));
    expect(rejectsIn(report.files.rejects)).toEqual(expected.rejects);
    expect(report.findings.map(({ code, path, count }) => ({ code, path, count }))).toEqual(
      expected.findings.map(({ code, path, count }) => ({ code, path, count })),
    );
    expect(report.findings).toMatchObject(expected.findings);
    expect(report.balance.ok).toBe(true);
    expect(exitStatus).toBe(expected.rejects.length > 0 ? EXIT_STATUS.rejects : EXIT_STATUS.done);
  } finally {
    rmSync(work, { recursive: true });
  }
});

async function rehearse(planFile: string, work: string): Promise<RunResult> {
  const { plan, problems } = await readPlan(planFile, { env: {}, lenientTarget: true });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return run(plan!, { target: { kind: 'embedded', out: join(work, 'out') }, stateFolder: join(work, 'state') });
}

function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ndjson'));
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

function expectedOf(folder: string): Expected {
  const file = join(folder, 'expected/findings.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Expected) : { rejects: [], findings: [] };
}

interface RejectLine {
  readonly at: { readonly line: number };
  readonly code: string;
  readonly key?: Pick<ExpectedReject, 'partitionKey' | 'uniqueKey' | 'values'>;
  readonly conflictsWith?: { readonly id: string };
}

function rejectsIn(file: string | undefined): ExpectedReject[] {
  if (file === undefined) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => {
    const { at, code, key, conflictsWith } = JSON.parse(line) as RejectLine;
    return { line: at.line, code, ...key, ...(conflictsWith === undefined ? {} : { conflictsWith: conflictsWith.id }) };
  });
}
