/** What does a code, a rule or an exit status mean, and what is to be done? */
import { Fatal } from '../errors.ts';
import { EXIT_SENTENCES, EXIT_STATUS, type ExitName } from '../exit-status.ts';
import { PLAN_RULES, type PlanRule, SAMPLE_RULES } from '../plan/problem.ts';
import { didYouMean } from '../plan/suggestion.ts';
import { CODES } from '../report/codes.ts';
import { stepNames } from '../transform/registry.ts';
import { explainCode } from './explain/explain-code.ts';
import { explainRule } from './explain/explain-rule.ts';
import type { Explanation } from './explain/explanation.ts';
import { STATUS_MEANINGS } from './explain/statuses.ts';

/** Everything that can be explained. */
export const EXPLAINED: readonly string[] = [
  ...Object.keys(CODES),
  ...Object.keys(PLAN_RULES),
  ...Object.keys(SAMPLE_RULES),
  ...Object.values(EXIT_STATUS).map(String),
];

/** @throws Fatal when nothing has this name */
export async function explain(name: string): Promise<Explanation> {
  const lower = name.toLowerCase();
  const known =
    EXPLAINED.find((one) => one.toLowerCase() === lower) ?? EXPLAINED.find((one) => plainly(one) === plainly(lower));
  if (known === undefined) throw unknown(name);
  const isRule = known in PLAN_RULES || known in SAMPLE_RULES;
  return isRule ? explainRule(known as PlanRule) : (explainCode(known) ?? explainStatus(Number(known)));
}

/** Whatever joins the words; `duplicate-key` and `DUPLICATE_KEY` differ in nothing else. */
function plainly(name: string): string {
  return name.toLowerCase().replaceAll(/[ _]/g, '-');
}

export async function explainAll(): Promise<Explanation[]> {
  const all: Explanation[] = [];
  for (const name of EXPLAINED) all.push(await explain(name));
  return all;
}

function explainStatus(status: number): Explanation {
  const [name] = Object.entries(EXIT_STATUS).find(([, value]) => value === status)! as [ExitName, number];
  const { why, advice } = STATUS_MEANINGS[name];
  const sentence = EXIT_SENTENCES[name];
  return {
    name: String(status),
    group: 'Exit statuses',
    title: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`,
    meaning: why,
    advice,
  };
}

function unknown(name: string): Fatal {
  const advice = 'remodel explain, without a name, lists all of them.';
  if (stepNames.includes(name)) return new Fatal('usage', `${name} is a step; docs/steps.md explains it.`, { advice });
  const upper = name.toUpperCase();
  const hint = didYouMean(/^[A-Z_]+$/.test(name) ? upper : name, EXPLAINED);
  return new Fatal('usage', `There is nothing to explain by the name ${JSON.stringify(name)}${hint || '.'}`, {
    advice,
  });
}
