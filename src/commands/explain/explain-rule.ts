/** What does a rule of plans mean? What `check` says of the example is asked of the reader of plans itself. */
import { PLAN_RULES, type PlanRule } from '../../plan/problem.ts';
import { readPlanText } from '../../plan/read.ts';
import type { Explanation, Group } from './explanation.ts';
import { MEANING_RULES } from './plan-rules.ts';
import { type RuleExample, type RuleExamples, wholePlan } from './rule-example.ts';
import { TEXT_RULES } from './text-rules.ts';
import { WORD_RULES } from './word-rules.ts';

export const RULE_EXAMPLES: RuleExamples = { ...TEXT_RULES, ...WORD_RULES, ...MEANING_RULES };

export async function explainRule(rule: PlanRule): Promise<Explanation> {
  const { plan, inWords, mend, why, advice, service } = RULE_EXAMPLES[rule]!;
  const found = await problemOf(rule, RULE_EXAMPLES[rule]!);
  const means = PLAN_RULES[rule];
  return {
    name: rule,
    group: groupOf(rule),
    severity: found?.severity ?? 'error',
    title: `${means.charAt(0).toUpperCase()}${means.slice(1)}`,
    meaning: why,
    example: { plan: plan ?? `(${inWords})`, ...(found && { says: found.message }) },
    advice,
    ...(mend !== undefined && { mend }),
    ...(service && { service }),
  };
}

async function problemOf(rule: PlanRule, { plan }: RuleExample) {
  if (plan === undefined) return undefined;
  const without = rule === 'missing-version' ? ['version'] : [];
  const text = wholePlan(plan, '', without);
  const { problems } = await readPlanText('plan.yaml', text, { env: {}, lenientTarget: false });
  return problems.find((problem) => problem.rule === rule);
}

function groupOf(rule: PlanRule): Group {
  if (rule in TEXT_RULES) return 'Plans: the text';
  return rule in WORD_RULES ? 'Plans: the words' : 'Plans: the meaning';
}
