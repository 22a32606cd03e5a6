/** What does a plan take of a document? Values by name, a bare value, or an object of some of its values. */
import { lastName } from '../document/path.ts';
import type { NamedValue, Picked } from '../transform/step.ts';
import { wrong } from './expect.ts';
import type { PlanNode } from './node.ts';
import { quoted } from './node.ts';
import { isPathText, readPath, readPaths, readProperty, readTemplate } from './path-value.ts';
import type { Problems } from './problem.ts';

/** `{ hour: "{/ts|hour}", device: /deviceId }`, or paths, whose last names the values get. */
export function readNamed(node: PlanNode, what: string, problems: Problems): readonly NamedValue[] | undefined {
  // That nothing is named, the step says better.
  if (node.kind === 'list' && node.items.length === 0) return [];
  if (node.kind === 'text' || node.kind === 'list') {
    const paths = readPaths(node, what, false, problems);
    return paths?.map((path) => ({ name: lastName(path), of: { path } }));
  }
  if (node.kind !== 'map') return wrong(node, what, 'a list of paths, or a map of properties', problems);
  const values = node.entries.map(({ key, keyOffset, value }): NamedValue | undefined => {
    const keyNode = { kind: 'text', offset: keyOffset, size: 1, text: key, written: key } as const;
    const name = readProperty(keyNode, what, problems);
    const of = readValue(value, `${quoted(key)} of ${what}`, problems);
    return name === undefined || of === undefined ? undefined : { name, of };
  });
  return values.every((value) => value !== undefined) ? values : undefined;
}

export function readPicked(node: PlanNode, what: string, problems: Problems): Picked | undefined {
  if (node.kind === 'text') {
    const bare = readPath(node, what, { many: false }, problems);
    return bare && { bare };
  }
  if (node.kind !== 'list') return wrong(node, what, 'a path, or a list of paths', problems);
  const paths = readPaths(node, what, false, problems);
  return paths && { paths };
}

function readValue(node: PlanNode, what: string, problems: Problems): NamedValue['of'] | undefined {
  if (node.kind !== 'text') return wrong(node, what, 'a path, or a text with {/path} parts', problems);
  if (isPathText(node.text)) {
    const path = readPath(node, what, { many: false }, problems);
    return path && { path };
  }
  const template = readTemplate(node, what, [], problems);
  return template && { template };
}
