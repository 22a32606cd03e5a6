/** How is a rule of plans broken, and how is it kept? The message is what `check` says of the example. */
import type { PlanRule } from '../../plan/problem.ts';
import { ITEMS, type ServiceRule } from './code-example.ts';

export interface RuleExample {
  readonly why: string;
  /** What to do, in a sentence. */
  readonly advice: string;
  /** Sections of a plan that break the rule, or words where it is not the text that breaks it. */
  readonly plan?: string;
  readonly inWords?: string;
  /** The same sections as they are right. */
  readonly mend?: string;
  readonly service?: ServiceRule;
}

export type RuleExamples = Readonly<Partial<Record<PlanRule, RuleExample>>>;

const SECTIONS: Readonly<Record<string, string>> = {
  version: 'version: 1',
  name: 'name: example',
  source: 'source: { file: data.ndjson, entity: item }',
  containers: ITEMS,
};

/** A whole plan of what an example shows: sections that it does not have, or replaces by `instead`, are those of any plan. */
export function wholePlan(shown: string, instead: string = '', without: readonly string[] = []): string {
  const kept = sectionsOf(shown).filter(([key]) => !sectionsOf(instead).some(([other]) => other === key));
  const sections = [...sectionsOf(instead), ...kept];
  const added = Object.entries(SECTIONS).filter(
    ([key]) => !without.includes(key) && !sections.some(([other]) => other === key),
  );
  return `${[...added.map(([, text]) => text), ...sections.map(([, text]) => text)].join('\n')}\n`;
}

/** Pieces that begin at the left margin, each with its key. */
function sectionsOf(text: string): [key: string, text: string][] {
  if (text === '') return [];
  return text.split(/\n(?=\S)/).map((section) => [/^"?([\w&]*)/.exec(section)![1]!, section]);
}
