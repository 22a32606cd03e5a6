// The service's rules as a table: steps with expected answers, each with its source, kept outside of the project.
import { describe, expect, it } from 'vitest';
import { lackingFor, readRules, type Rule, runRule } from './rules-table.ts';

const ALL = readRules();
const RULES = (ALL ?? []).filter(({ applies }) => applies.includes('container'));
const RUN = RULES.filter((rule) => rule.certainty !== 'unknown' && lackingFor(rule).length === 0);
const LACKING = RULES.filter((rule) => lackingFor(rule).length > 0);
const UNKNOWN = RULES.filter((rule) => rule.certainty === 'unknown' && lackingFor(rule).length === 0);

/** Areas of which every known rule has to be in the table that is run, but for those that need an operation not built yet. */
const AREAS = [
  'ids',
  'partition keys',
  'hierarchical partition keys',
  'unique keys',
  'item limits',
  'container creation',
  'json values',
  'etags',
  'time to live',
  'patch',
] as const;

/** The rules that are not run, with what the embedded container lacks for them. A rule that leaves this list has to pass. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'ba-01': 'batch',
  'ba-02': 'batch',
  'ba-03': 'batch',
  'bu-01': 'bulk',
  'bu-02': 'bulk',
  'bu-03': 'bulk',
  'cf-01': 'changeFeed',
  'cf-02': 'changeFeed',
  'cf-03': 'changeFeed',
  'cf-04': 'changeFeed',
  'cf-05': 'changeFeed, check',
  'cf-06': 'changeFeed',
  'cf-09': 'changeFeed',
  'pa-04': 'condition',
  'uk-18': 'batch',
  'uk-19': 'bulk',
};

/** What is answered where nobody knows what the service does: the statuses of the steps, as the table leans. */
const LEANINGS: Readonly<Record<string, readonly number[]>> = {
  'cc-04': [201],
  'cc-18': [201, 201],
  'cc-19': [201, 201, 201],
  'id-10': [400],
  'js-02': [201, 201, 201, 201, 201, 201],
  'lim-03': [201, 201, 413],
  'pk-12': [400, 400],
  'uk-10': [201, 409, 201, 409],
  'uk-12': [201, 201, 409, 409],
  'uk-13': [201, 201, 409, 201, 201, 201],
  'uk-22': [201, 409],
};

describe.skipIf(ALL === undefined)(
  'rules of the service, as the table beside the project has them (skipped when it is not there)',
  () => {
    it.each(RUN.map((rule) => [rule.id, rule.rule, rule] as const))('%s %s', (_id, _text, rule: Rule) => {
      expect(runRule(rule).problems).toEqual([]);
    });

    it.each(UNKNOWN.map((rule) => [rule.id, rule.rule, rule] as const))(
      '%s leans as written: %s',
      (id, _text, rule: Rule) => {
        expect(runRule(rule).statuses).toEqual(LEANINGS[id]);
      },
    );

    it(`leaves out ${Object.keys(NOT_RUN).length} rules, and only for what it lacks`, () => {
      expect(Object.fromEntries(LACKING.map((rule) => [rule.id, lackingFor(rule).join(', ')]))).toEqual(NOT_RUN);
      expect(RUN.length + UNKNOWN.length + LACKING.length).toBe(RULES.length);
    });

    it.each(AREAS)('runs rules about %s', (area) => {
      expect(RUN.filter((rule) => rule.area === area).length).toBeGreaterThan(0);
    });
  },
);

describe.skipIf(ALL === undefined)(
  'the parts that the embedded container can already do of rules it cannot run whole',
  () => {
    it.each(
      LACKING.filter(({ needs, id }) => needs === undefined && id === 'uk-18').map((rule) => [rule.id, rule] as const),
    )('%s, up to the first step it lacks', (_id, rule: Rule) => {
      const first = rule.steps.findIndex((step) => ['patch', 'batch', 'bulk'].includes(step.do));
      expect(first).toBeGreaterThan(0);
      expect(runRule({ ...rule, steps: rule.steps.slice(0, first) }).problems).toEqual([]);
    });
  },
);
