/** Where in the plan does a text stand that a message is about? Within one part of it, such as a step. */
import type { PlanNode } from '../../plan/node.ts';

/** The offset of the text or key that is `text`, or else holds it in braces or quotes; `otherwise` when there is none. */
export function placeWithin(node: PlanNode | undefined, text: string, otherwise: number): number {
  if (node === undefined) return otherwise;
  const inBraces = new RegExp(String.raw`\{\s*${escaped(text)}[?|}\s]`);
  return (
    find(node, (one) => one === text) ?? find(node, (one) => inBraces.test(one) || one.includes(text)) ?? otherwise
  );
}

function find(node: PlanNode, fits: (text: string) => boolean): number | undefined {
  if (node.kind === 'text') return fits(node.text) ? node.offset : undefined;
  if (node.kind === 'list') {
    for (const item of node.items) {
      const found = find(item, fits);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (node.kind !== 'map') return undefined;
  for (const { key, keyOffset, value } of node.entries) {
    if (fits(key)) return keyOffset;
    const found = find(value, fits);
    if (found !== undefined) return found;
  }
  return undefined;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
