/** Which other policies is a container created with? They are checked for their shape and kept as they are. */
import { LONGEST_TTL } from '../document/ttl.ts';
import { expectInteger, expectMap, wrong } from './expect.ts';
import { type JsonSchema, type KeySpecs, readKeys } from './keys.ts';
import type { PlanNode } from './node.ts';
import { jsonOf, quoted } from './node.ts';
import type { Problems } from './problem.ts';

const POSITIVE: JsonSchema = { type: 'integer', minimum: 1, maximum: LONGEST_TTL };

export const TTL_SCHEMA: JsonSchema = { anyOf: [{ enum: ['enabled'] }, POSITIVE] };

/** Seconds; -1 for `enabled`, which leaves it to each document. */
export function readDefaultTtl(node: PlanNode, what: string, problems: Problems): number | undefined {
  if (node.kind === 'text' && node.text === 'enabled') return -1;
  if (node.kind !== 'number') return wrong(node, what, 'enabled or a number of seconds', problems);
  return expectInteger(node, what, { minimum: 1, maximum: LONGEST_TTL, rule: 'invalid-ttl' }, problems);
}

export const THROUGHPUT_KEYS: KeySpecs = {
  autoscale: { description: 'The highest RU/s; a multiple of 1000.', schema: { type: 'integer', minimum: 1000 } },
  manual: { description: 'RU/s; a multiple of 100.', schema: { type: 'integer', minimum: 400 } },
  during: { description: 'RU/s while the run lasts, for a manual one.', schema: { type: 'integer', minimum: 400 } },
};

export const THROUGHPUT_MODES = ['serverless', 'shared'] as const;

export function checkThroughput(node: PlanNode, what: string, problems: Problems): void {
  if (node.kind === 'text') {
    if (THROUGHPUT_MODES.some((mode) => mode === node.text)) return;
    const message = `${what} cannot be ${quoted(node.written)}; possible: ${THROUGHPUT_MODES.join(', ')}, { autoscale: 4000 }, { manual: 400 }.`;
    problems.error(node.offset, 'invalid-policy', message);
    return;
  }
  const map = expectMap(node, what, problems);
  if (map === undefined) return;
  const values = readKeys(map, THROUGHPUT_KEYS, what, problems);
  const [autoscale, manual, during] = [values.get('autoscale'), values.get('manual'), values.get('during')];
  if ((autoscale === undefined) === (manual === undefined)) {
    problems.error(map.offset, 'invalid-policy', `${what} has either "autoscale" or "manual".`);
  }
  if (during !== undefined && manual === undefined) {
    problems.error(during.offset, 'invalid-policy', '"during" goes with "manual" throughput only.');
  }
  checkUnits(autoscale, '"autoscale"', 1000, 1000, problems);
  checkUnits(manual, '"manual"', 400, 100, problems);
  checkUnits(during, '"during"', 400, 100, problems);
}

function checkUnits(node: PlanNode | undefined, what: string, minimum: number, step: number, problems: Problems): void {
  if (node === undefined) return;
  const units = expectInteger(node, what, { minimum, maximum: 10_000_000, rule: 'invalid-policy' }, problems);
  if (units === undefined || units % step === 0) return;
  problems.error(node.offset, 'invalid-policy', `${what} has to be a multiple of ${step} RU/s, found ${units}.`);
}

/** Policies that are kept as they are written: the service's own JSON. */
export function plainPolicy(node: PlanNode): unknown {
  return JSON.parse(jsonOf(node, 'filled'));
}
