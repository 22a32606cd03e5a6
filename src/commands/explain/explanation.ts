/** What is there to say about a code, a rule or an exit status? */
import type { ServiceRule } from './code-example.ts';

export const GROUPS = [
  'Documents and containers',
  'The data',
  'Steps',
  'Plans: the text',
  'Plans: the words',
  'Plans: the meaning',
  'Plans: held against data',
  'Exit statuses',
] as const;
export type Group = (typeof GROUPS)[number];

export interface Explanation {
  readonly name: string;
  readonly group: Group;
  readonly severity?: 'error' | 'warning' | 'info';
  /** What the service would answer, where it is the service that refuses. */
  readonly status?: number;
  readonly title: string;
  /** What it means and why it matters. */
  readonly meaning: string;
  readonly example?: {
    readonly data?: string;
    readonly plan?: string;
    readonly says?: string;
  };
  readonly advice: string;
  /** Sections of the plan that take the place of those of the example. */
  readonly mend?: string;
  readonly service?: ServiceRule;
}
