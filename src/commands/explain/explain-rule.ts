/** What does a rule of plans mean? What `check` says of the example is asked of the reader of plans itself. */
import { PLAN_RULES, type PlanRule, type Problem, SAMPLE_RULES } from '../../plan/problem.ts';
import { readPlanText } from '../../plan/read.ts';
import type { Explanation, Group } from './explanation.ts';
import { MEANING_RULES } from './plan-rules.ts';
import { type RuleExample, type RuleExamples, wholePlan } from './rule-example.ts';
import { SAMPLE_EXAMPLES } from './sample-rules.ts';
import { TEXT_RULES } from './text-rules.ts';
import { WORD_RULES } from './word-rules.ts';

/** A test holds that every rule has an explanation of its own. */
const UNEXPLAINED: RuleExample = {
  why: 'There is nothing more to say of it.',
  advice: 'Follow the message.',
  inWords: 'as the message shows it',
};

export const RULE_EXAMPLES: RuleExamples = { ...TEXT_RULES, ...WORD_RULES, ...MEANING_RULES };

export async function explainRule(rule: PlanRule): Promise<Explanation> {
  if (isOfSample(rule)) {
    const { data, plan, says } = SAMPLE_EXAMPLES[rule];
    const example = { ...(data !== '' && { data }), plan, says };
    return { ...told(rule, SAMPLE_RULES[rule], SAMPLE_EXAMPLES[rule]), severity: 'warning', example };
  }
  const example = RULE_EXAMPLES[rule] ?? UNEXPLAINED;
  const { plan = `(${example.inWords})` } = example;
  const found = await problemOf(rule, example);
  return {
    ...told(rule, PLAN_RULES[rule], example),
    severity: found?.severity ?? 'error',
    example: { plan, ...(found && { says: found.message }) },
  };
}

function isOfSample(rule: PlanRule): rule is keyof typeof SAMPLE_RULES {
  return rule in SAMPLE_RULES;
}

function told(rule: PlanRule, means: string, { why, advice, mend, service }: RuleExample): Explanation {
  return {
    name: rule,
    group: groupOf(rule),
    title: `${means.charAt(0).toUpperCase()}${means.slice(1)}`,
    meaning: why,
    advice,
    ...(mend !== undefined && { mend }),
    ...(service && { service }),
  };
}

async function problemOf(rule: PlanRule, { plan }: RuleExample): Promise<Problem | undefined> {
  if (plan === undefined) return undefined;
  const without = rule === 'missing-version' ? ['version'] : [];
  const text = wholePlan(plan, '', without);
  const { problems } = await readPlanText('plan.yaml', text, { env: {}, lenientTarget: false });
  return problems.find((problem) => problem.rule === rule);
}

function groupOf(rule: PlanRule): Group {
  if (isOfSample(rule)) return 'Plans: held against data';
  if (rule in TEXT_RULES) return 'Plans: the text';
  return rule in WORD_RULES ? 'Plans: the words' : 'Plans: the meaning';
}
