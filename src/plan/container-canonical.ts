/** What of a container decides the output, in one form for the hash? Throughput changes nothing in the documents. */
import { canonicalSetting } from './hash.ts';
import type { PlanNode } from './node.ts';
import type { ContainerPlan } from './plan.ts';

export function canonicalContainer(plan: ContainerPlan, values: ReadonlyMap<string, PlanNode>): string {
  const written = (key: string): string | null => {
    const node = values.get(key);
    return node === undefined ? null : canonicalSetting(node);
  };
  const { label, entities, defaultTtl, write, onConflict, conflicts } = plan;
  const keys = [listOf(values.get('partitionKey')), listOf(values.get('uniqueKeys')).map(one)];
  const others = ['name', 'indexing', 'conflictResolution', 'analyticalTtl'].map(written);
  return JSON.stringify([label, entities.toSorted(), keys, defaultTtl ?? null, write, onConflict, conflicts, others]);
}

/** A single path is a list of one, and a list of one constraint of one path is that path. */
function listOf(node: PlanNode | undefined): string[] {
  if (node === undefined) return [];
  return node.kind === 'list' ? node.items.map(canonicalSetting) : [canonicalSetting(node)];
}

function one(constraint: string): string {
  return constraint.startsWith('[') ? constraint : `[${constraint}]`;
}
