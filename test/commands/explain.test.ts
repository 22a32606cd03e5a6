// Does everything that is reported have an explanation, and does its example come about as it says?
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CODE_EXAMPLES } from '../../src/commands/explain/explain-code.ts';
import { RULE_EXAMPLES } from '../../src/commands/explain/explain-rule.ts';
import { explanationText, listText } from '../../src/commands/explain/explanation-text.ts';
import { wholePlan } from '../../src/commands/explain/rule-example.ts';
import { check } from '../../src/commands/check.ts';
import { SAMPLE_EXAMPLES } from '../../src/commands/explain/sample-rules.ts';
import { STATUS_MEANINGS } from '../../src/commands/explain/statuses.ts';
import { explain, explainAll, EXPLAINED } from '../../src/commands/explain.ts';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import { PLAN_RULES } from '../../src/plan/problem.ts';
import { readPlan, readPlanText } from '../../src/plan/read.ts';
import { CODES } from '../../src/report/codes.ts';
import { run } from '../../src/run.ts';

const OPTIONS = { env: {}, lenientTarget: false };

describe('an explanation', () => {
  it('is there for every code, every rule of plans and every exit status', () => {
    expect(Object.keys(CODE_EXAMPLES).toSorted()).toEqual(Object.keys(CODES).toSorted());
    expect(Object.keys(RULE_EXAMPLES).toSorted()).toEqual(Object.keys(PLAN_RULES).toSorted());
    expect(Object.keys(STATUS_MEANINGS)).toEqual(Object.keys(EXIT_STATUS));
  });

  it.each([80, 100])('fits %i columns, and so does the list', async (width) => {
    const all = await explainAll();
    const texts = [listText(all, width), ...all.map((one) => explanationText(one, width))];
    const isProse = (line: string): boolean => !/^ {4}|^ {2}https:/.test(line);
    expect(texts.flatMap((text) => text.split('\n')).filter((line) => isProse(line) && line.length > width)).toEqual(
      [],
    );
  });

  it.each(EXPLAINED)('of %s says what it means, how it looks and what to do', async (name) => {
    const text = explanationText(await explain(name));
    const looks = /^\d$/.test(name) ? [] : ['How it looks'];
    for (const head of ['What it means', ...looks, 'What to do']) expect(text).toContain(`\n\n${head}\n  `);
    expect(text.split('\n').filter((line) => line.length > 140)).toEqual([]);
  });
});

const shown = Object.entries(CODE_EXAMPLES).filter(([, { data }]) => !data.includes('…'));

describe('the example of the code', () => {
  it.each(shown)('%s comes about, and is mended, as it says', async (code, { data, plan, says, mend }) => {
    const before = await rehearsed(wholePlan(plan), data);
    if (before === undefined) return;
    expect((before.get(code) ?? []).join('\n')).toContain(says ?? 'what is said of it');
    if (mend === undefined) return;
    const after = await rehearsed(wholePlan(plan, mend), data);
    expect(after?.get(code)?.length ?? 0).toBeLessThan(before.get(code)!.length);
  });
});

const broken = Object.entries(RULE_EXAMPLES).filter(([, { plan }]) => plan !== undefined);

describe('the example of the rule', () => {
  it.each(broken)('%s breaks it, and what mends it does not', async (rule, { plan, mend }) => {
    const without = rule === 'missing-version' ? ['version'] : [];
    const { problems } = await readPlanText('plan.yaml', wholePlan(plan!, '', without), OPTIONS);
    expect(problems.map((problem) => problem.rule)).toContain(rule);
    const mended = await readPlanText('plan.yaml', wholePlan(mend!), OPTIONS);
    expect(mended.problems.map(({ rule: found, message }) => `${found} ${message}`)).toEqual([]);
  });
});

describe('explain', () => {
  it('takes a name in any case', async () => {
    expect((await explain('unique_key_null')).name).toBe('UNIQUE_KEY_NULL');
    expect((await explain('UNKNOWN-STEP')).name).toBe('unknown-step');
    expect((await explain('9')).title).toBe('Done, with rejects');
  });

  it.each([
    ['UNIQE_KEY_NULL', /did you mean "UNIQUE_KEY_NULL"\?$/],
    ['unknown-stp', /did you mean "unknown-step"\?$/],
    ['qqqqqqqq', /by the name "qqqqqqqq"\.$/],
    ['split', /^split is a step/],
  ])('says of %s what was probably meant', async (name, message) => {
    await expect(explain(name)).rejects.toThrow(message);
  });

  it('lists everything by group', async () => {
    const text = listText(await explainAll());
    for (const name of EXPLAINED) expect(text).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
  });
});

/** What is said, by code; `undefined` for a plan with steps that are still to come. */
async function rehearsed(planText: string, data: string): Promise<Map<string, string[]> | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'remodel-explain-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const planFile = join(folder, 'plan.yaml');
  writeFileSync(planFile, planText);
  writeFileSync(join(folder, 'data.ndjson'), `${data}\n`);
  const { plan, problems } = await readPlan(planFile, OPTIONS);
  if (problems.some(({ rule }) => rule === 'not-available')) return undefined;
  if (plan === undefined) throw new Error(`${planText}\n${problems.map(({ message }) => message).join('\n')}`);
  const stateFolder = join(folder, 'state');
  const { report } = await run(plan, { target: { kind: 'embedded' }, stateFolder });
  const said = new Map<string, string[]>();
  const add = (code: string, message: string): void => void said.set(code, [...(said.get(code) ?? []), message]);
  for (const { code, message } of report.findings) add(code, message);
  if (report.files.rejects === undefined) return said;
  for (const line of readFileSync(report.files.rejects, 'utf8').trimEnd().split('\n')) {
    const { code, message } = JSON.parse(line) as { code: string; message: string };
    add(code, message);
  }
  return said;
}

describe('the example of the rule of samples', () => {
  it.each(Object.entries(SAMPLE_EXAMPLES))('%s comes about, and is mended, as it says', async (rule, example) => {
    const { data, plan, says, mend } = example;
    const before = await held(wholePlan(plan), data);
    expect(before.get(rule)).toBe(says);
    if (mend === undefined) return;
    expect([...(await held(wholePlan(plan, mend), data)).keys()]).toEqual([]);
  });
});

/** What is said of a plan that is held against data, by rule. */
async function held(planText: string, data: string): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'remodel-explain-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'plan.yaml'), planText);
  writeFileSync(join(folder, 'data.ndjson'), data);
  const { problems } = await check(join(folder, 'plan.yaml'), { env: {}, sample: true });
  return new Map(problems.map(({ rule, message }) => [rule, message]));
}
