/** Which values come from the environment? `${NAME}` in a text is a variable, `$$` a dollar. */
import type { PlanEntry, PlanMap, PlanNode } from './node.ts';
import { quoted } from './node.ts';
import type { Problems } from './problem.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The plan with its variables filled in. In `target` a missing one may be allowed; in `examples` data is data. */
export function withVariables(root: PlanMap, env: Environment, lenientTarget: boolean, problems: Problems): PlanMap {
  const filled = ({ key, keyOffset, value }: PlanEntry): PlanEntry => {
    if (key === 'examples' || key === 'description') return { key, keyOffset, value };
    const fill = { env, problems, lenient: lenientTarget && key === 'target' };
    return { key, keyOffset, value: fillNode(value, fill) };
  };
  return { ...root, entries: root.entries.map(filled) };
}

interface Fill {
  readonly env: Environment;
  readonly problems: Problems;
  readonly lenient: boolean;
}

function fillNode(node: PlanNode, fill: Fill): PlanNode {
  switch (node.kind) {
    case 'map':
      return {
        ...node,
        entries: node.entries.map((entry) => ({ ...entry, value: fillNode(entry.value, fill) })),
      };
    case 'list':
      return { ...node, items: node.items.map((item) => fillNode(item, fill)) };
    case 'text':
      return node.written.includes('$') ? { ...node, text: fillText(node.written, node.offset, fill) } : node;
    case 'number':
    case 'boolean':
    case 'null':
      break;
  }
  return node;
}

function fillText(text: string, offset: number, { env, problems, lenient }: Fill): string {
  return text.replaceAll(/\$\$|\$\{([^}]*)(\}?)/g, (found, name: string | undefined, close: string) => {
    if (name === undefined) return '$';
    if (close === '' || !/^[A-Za-z_]\w*$/.test(name)) {
      const shown = quoted(found);
      problems.unfilled(offset, 'invalid-variable', `${shown} is no variable; write \${NAME}, or $$ for a dollar.`);
      return found;
    }
    const value = env[name];
    if (value !== undefined) {
      problems.hide(name, value);
      return value;
    }
    if (!lenient) {
      problems.unfilled(
        offset,
        'missing-variable',
        `The environment variable ${name} is not set; set it, or write $$ for a dollar.`,
      );
    }
    return found;
  });
}
