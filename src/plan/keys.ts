/** Which keys may stand in a map of the plan? A table for each kind of map serves the reader and the JSON Schema. */
import type { PlanMap, PlanNode } from './node.ts';
import { quoted } from './node.ts';
import type { Problems } from './problem.ts';
import { didYouMean } from './suggestion.ts';

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export interface KeySpec {
  /** One sentence for the docs and the editor. */
  readonly description: string;
  readonly schema?: JsonSchema;
  readonly required?: true;
  /** Part of the plan language, but not of this version. */
  readonly available?: false;
}

export type KeySpecs = Readonly<Record<string, KeySpec>>;

/** Reports keys that are unknown, not available yet, or missing; what the others hold, by key. */
export function readKeys(map: PlanMap, specs: KeySpecs, what: string, problems: Problems): Map<string, PlanNode> {
  const values = new Map<string, PlanNode>();
  for (const { key, keyOffset, value } of map.entries) {
    const spec = Object.hasOwn(specs, key) ? specs[key] : undefined;
    if (spec === undefined) {
      const known = Object.keys(specs).filter((name) => specs[name]?.available !== false);
      const meant = didYouMean(key, Object.keys(specs)) || `; possible: ${known.join(', ')}.`;
      problems.error(keyOffset, 'unknown-key', `${what} has no key ${quoted(key)}${meant}`);
    } else if (spec.available === false) {
      notAvailable(keyOffset, `${quoted(key)} of ${what.toLowerCase()}`, problems);
    } else values.set(key, value);
  }
  for (const [key, { required }] of Object.entries(specs)) {
    const isSaid = map.entries.some((entry) => entry.key === key);
    if (required === true && !isSaid) problems.error(map.offset, 'missing-key', `${what} needs ${quoted(key)}.`);
  }
  return values;
}

export function notAvailable(offset: number, what: string, problems: Problems): void {
  problems.error(offset, 'not-available', `${what} is not available in this version.`);
}
