// Runs a rule of the service, given as steps with expected answers, against the embedded container.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { runInNewContext } from 'node:vm';
import { EmbeddedDatabase } from '../../src/container/database.ts';
import type { Definition } from '../../src/container/definition.ts';
import type { Result } from '../../src/container/result.ts';

export interface Rule {
  readonly id: string;
  readonly area: string;
  readonly rule: string;
  readonly certainty: string;
  readonly applies: readonly string[];
  readonly needs?: readonly string[];
  readonly container: Definition | null;
  readonly steps: readonly Step[];
}

interface Step {
  readonly do: string;
  readonly in?: string;
  readonly as?: string;
  readonly id?: string;
  readonly partitionKey?: readonly unknown[];
  readonly body?: unknown;
  readonly bodyRecipe?: string;
  readonly rawBody?: string;
  readonly ops?: unknown;
  readonly opsRecipe?: string;
  readonly condition?: string;
  readonly seconds?: number;
  readonly container?: Definition;
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  readonly save?: Readonly<Record<string, string>>;
  readonly expect?: Expectation;
}

interface Expectation {
  readonly status?: number | readonly number[];
  readonly substatus?: number;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly notBody?: Readonly<Record<string, unknown>>;
  readonly absent?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** The table lies beside the project or where REMODEL_SHARED says. */
const FILE = join(
  process.env['REMODEL_SHARED'] ?? join(import.meta.dirname, '../../../shared'),
  'cases/rules/rules.json',
);

export function readRules(): readonly Rule[] | undefined {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Rule[]) : undefined;
}

export const SUPPORTED: readonly string[] = [
  'create',
  'upsert',
  'read',
  'replace',
  'delete',
  'patch',
  'wait',
  'createContainer',
  'readContainer',
  'replaceContainer',
  'deleteContainer',
];

/** What the embedded container does not have yet that this rule asks for. */
export function lackingFor({ needs = [], steps }: Rule): readonly string[] {
  const lacking = [
    ...needs.filter((what) => what !== 'clock'),
    ...steps.map((step) => step.do).filter((what) => !SUPPORTED.includes(what)),
    ...steps.filter((step) => step.condition !== undefined).map(() => 'condition'),
  ];
  return [...new Set(lacking)].toSorted();
}

/** What is not as the rule says, and the statuses that were answered. */
export function runRule(rule: Rule): { readonly problems: string[]; readonly statuses: number[] } {
  const state: State = { database: new EmbeddedDatabase(':memory:', () => state.now), saved: {}, last: 'main', now: 0 };
  const { database } = state;
  const problems: string[] = [];
  const statuses: number[] = [];
  try {
    if (rule.container !== null) {
      const made = database.createContainer('main', rule.container);
      if (made.status !== 201) problems.push(`main was not created: ${made.status} ${made.message}`);
    }
    for (const [number, step] of rule.steps.entries()) {
      const result = perform(step, state);
      statuses.push(result.status);
      const body = bodyOf(result);
      for (const [name, property] of Object.entries(step.save ?? {})) state.saved[name] = String(body[property]);
      for (const problem of differences(step.expect, result, body, state))
        problems.push(`step ${number + 1} (${step.do}): ${problem}`);
    }
  } finally {
    database.close();
  }
  return { problems, statuses };
}

interface State {
  readonly database: EmbeddedDatabase;
  readonly saved: Record<string, string>;
  last: string;
  /** Milliseconds. */
  now: number;
}

function perform(step: Step, state: State): Result {
  const { database } = state;
  const name = step.in ?? state.last;
  if (step.do === 'createContainer') {
    const made = database.createContainer(step.as ?? 'other', step.container ?? {});
    if (made.status === 201) state.last = step.as ?? 'other';
    return made;
  }
  if (step.do === 'wait') {
    state.now += (step.seconds ?? 0) * 1000;
    return { status: 200 };
  }
  if (step.do === 'readContainer') return database.readContainer(name);
  if (step.do === 'replaceContainer') return database.replaceContainer(name, step.container ?? {});
  if (step.do === 'deleteContainer') return database.deleteContainer(name);
  const container = database.container(name);
  if (container === undefined) return { status: 404 };
  const { id = '', partitionKey } = step;
  const conditions = step.ifMatch === undefined ? {} : { ifMatch: resolved(step.ifMatch, state) };
  const key = partitionKey ?? [];
  switch (step.do) {
    case 'create':
    case 'upsert':
      return container[step.do](textOf(step), {
        ...conditions,
        ...(partitionKey === undefined ? {} : { partitionKey }),
      });
    case 'read':
      return container.read(id, key, step.ifNoneMatch === undefined ? undefined : resolved(step.ifNoneMatch, state));
    case 'replace':
      return container.replace(id, textOf(step), { ...conditions, partitionKey: key });
    case 'patch':
      return container.patch(id, operationsOf(step), { ...conditions, partitionKey: key });
    case 'delete':
      return container.delete(id, key, conditions.ifMatch);
    default:
      throw new Error(`no step ${step.do}`);
  }
}

function operationsOf({ ops, opsRecipe }: Step): Buffer {
  const made: unknown = opsRecipe === undefined ? ops : runInNewContext(`(${opsRecipe})`);
  return Buffer.from(JSON.stringify(made));
}

function textOf({ body, bodyRecipe, rawBody }: Step): Buffer {
  if (rawBody !== undefined) return Buffer.from(rawBody);
  // The table says bodies that are too large to be written out as expressions.
  const made: unknown = bodyRecipe === undefined ? body : runInNewContext(`(${bodyRecipe})`);
  return Buffer.from(JSON.stringify(made));
}

function resolved(text: string, { saved }: State): string {
  return text.startsWith('$') ? (saved[text.slice(1)] ?? text) : text;
}

function bodyOf({ text, etag }: Result): Record<string, unknown> {
  const body = text === undefined ? {} : (JSON.parse(text.toString('utf8')) as Record<string, unknown>);
  return etag === undefined ? body : { ...body, _etag: etag };
}

function differences(
  expect: Expectation | undefined,
  result: Result,
  body: Record<string, unknown>,
  state: State,
): string[] {
  if (expect === undefined) return [];
  const { status, substatus } = expect;
  const problems: string[] = [];
  const wanted = status === undefined ? undefined : [status].flat();
  if (wanted === undefined ? result.status >= 400 : !wanted.includes(result.status)) {
    return [`status ${result.status} (${result.message ?? ''}), expected ${wanted?.join(' or ') ?? 'success'}`];
  }
  if (substatus !== undefined && result.substatus !== substatus)
    problems.push(`substatus ${result.substatus}, expected ${substatus}`);
  const value = (one: unknown): unknown => (typeof one === 'string' ? resolved(one, state) : one);
  for (const [name, one] of Object.entries(expect.body ?? {})) {
    if (!Object.hasOwn(body, name) || !isDeepStrictEqual(body[name], value(one))) {
      problems.push(`${name} is ${JSON.stringify(body[name])}, expected ${JSON.stringify(value(one))}`);
    }
  }
  for (const [name, one] of Object.entries(expect.notBody ?? {})) {
    if (isDeepStrictEqual(body[name], value(one))) problems.push(`${name} is still ${JSON.stringify(body[name])}`);
  }
  for (const name of expect.absent ?? []) if (Object.hasOwn(body, name)) problems.push(`${name} is there`);
  if (expect.headers?.['etag'] === '=_etag' && result.etag === undefined) problems.push('no etag came');
  return problems;
}
