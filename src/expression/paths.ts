/** Which places of the document does an expression read? Those that it names from `doc` on, each as far as it goes. */
import type { ASTNode } from '@marcbachmann/cel-js';
import { keyOf } from '../document/key.ts';
import { childPath, type Path, type Segment } from '../document/path.ts';

export function pathsRead(root: ASTNode): readonly Path[] {
  const paths = new Map<string, Path>();
  visit(root);
  return [...paths.values()];

  function visit(node: ASTNode): void {
    const path = pathOf(node);
    if (path !== undefined) {
      if (path.segments.length > 0) paths.set(path.text, path);
      return;
    }
    // It may be asked whether something is there that is not.
    if (node.op === 'call' && node.args[0] === 'has') return;
    for (const part of partsOf(node)) visit(part);
  }
}

/** The place that `doc.a["b"][0]` means. A variable of the same name would only make it a place too many. */
function pathOf(node: ASTNode): Path | undefined {
  if (node.op === 'id') return node.args === 'doc' ? { text: '/', segments: [], many: false } : undefined;
  if (node.op !== '.' && node.op !== '[]') return undefined;
  const step = node.op === '.' ? node.args[1] : node.args[1].op === 'value' ? node.args[1].args : undefined;
  if (typeof step !== 'string' && typeof step !== 'bigint') return undefined;
  const base = pathOf(node.args[0]);
  if (base === undefined) return undefined;
  const segment: Segment = {
    key: keyOf(String(step)),
    index: typeof step === 'bigint' ? Number(step) : -1,
    each: false,
  };
  const text = typeof step === 'string' ? childPath(base.text, step) : `${base.text === '/' ? '' : base.text}/${step}`;
  return { text, segments: [...base.segments, segment], many: false };
}

function partsOf(node: ASTNode): readonly ASTNode[] {
  if (node.op === 'value' || node.op === 'id') return [];
  if (node.op === '.' || node.op === '.?') return [node.args[0]];
  if (node.op === 'call') return node.args[1];
  if (node.op === 'rcall') return [node.args[1], ...node.args[2]];
  if (node.op === 'map') return node.args.flat();
  return node.op === '!_' || node.op === '-_' ? [node.args] : node.args;
}
