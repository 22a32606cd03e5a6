/**
 * Do two plans do the same? The hash covers what decides the output, in one canonical form: sources, references, steps,
 * containers, discarded entities. Comments, key order, short forms and the description do not count. Variables count by their
 * names: a secret never gets into the hash, and where a file or an endpoint comes from a variable, what it names is
 * told apart by the identity of the source and of the target. Files that belong to the plan count by their content.
 */
import { createHash } from 'node:crypto';
import type { OptionSpec, OptionSpecs } from '../transform/step.ts';
import type { PlanFiles } from './files.ts';
import type { PlanMap, PlanNode } from './node.ts';
import { jsonOf } from './node.ts';

/** Changes when the canonical form does, so that hashes of two forms never meet. */
const FORM = 'remodel-plan-1';

export function planHash(parts: {
  readonly sources: readonly string[];
  readonly steps: readonly string[];
  readonly containers: readonly string[];
  readonly discard: readonly string[];
  readonly references: readonly string[];
}): string {
  const { sources, steps, containers, discard, references } = parts;
  const always = [FORM, sources, steps, containers.toSorted(), discard.toSorted()];
  const canonical = JSON.stringify(references.length === 0 ? always : [...always, references.toSorted()]);
  return createHash('sha256').update(canonical).digest('hex');
}

/** The options of a step by name; those that say what holds anyway are left out. */
export function canonicalOptions(specs: OptionSpecs, map: PlanMap, files: PlanFiles): string {
  const entries = map.entries.flatMap(({ key, value }): [string, string][] => {
    const spec = Object.hasOwn(specs, key) ? specs[key] : undefined;
    if (spec === undefined) return [];
    const canonical = canonicalOption(spec, value, files);
    return spec.default !== undefined && canonical === JSON.stringify(spec.default) ? [] : [[key, canonical]];
  });
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function canonicalOption(spec: OptionSpec, node: PlanNode, files: PlanFiles): string {
  if (spec.type === 'object' && node.kind === 'map') return canonicalOptions(spec.options, node, files);
  // What stands in it decides, and what it is called.
  if (spec.type === 'file' && node.kind === 'text')
    return files.readingOf(spec.use, node.text, node.written)?.canonical ?? '[]';
  // A single path or property is a list of one.
  if ((spec.type === 'paths' || spec.type === 'properties' || spec.type === 'named') && node.kind === 'text')
    return `[${jsonOf(node, 'written')}]`;
  return jsonOf(node, 'written');
}

/** A setting whose order of keys says nothing. */
export function canonicalSetting(node: PlanNode): string {
  switch (node.kind) {
    case 'map': {
      const sorted = node.entries.toSorted((a, b) => (a.key < b.key ? -1 : 1));
      return `{${sorted.map(({ key, value }) => `${JSON.stringify(key)}:${canonicalSetting(value)}`).join(',')}}`;
    }
    case 'list':
      return `[${node.items.map(canonicalSetting).join(',')}]`;
    case 'text':
    case 'number':
    case 'boolean':
    case 'null':
      break;
  }
  return jsonOf(node, 'written');
}
