/** What is taken of another document? A bare value, some of its places, or properties with new names. */
import type { Path } from '../document/path.ts';
import type { Taken } from '../document/taken.ts';
import type { Template } from '../document/template.ts';
import { isBareTemplate, wrong } from './expect.ts';
import type { PlanNode } from './node.ts';
import { quoted } from './node.ts';
import { isPathText, readPath, readPaths, readProperty, readTemplate } from './path-value.ts';
import type { Problems } from './problem.ts';

const FORMS = 'a path, a text with {/path} parts, a list of paths, or a map of properties';

export function readTaken(node: PlanNode, what: string, problems: Problems): Taken | undefined {
  if (node.kind === 'text') {
    const bare = readValue(node, what, problems);
    return bare && { bare };
  }
  if (node.kind === 'list') {
    if (node.items.length === 0) {
      problems.error(
        node.offset,
        'invalid-value',
        `${what} is an empty list, so that nothing would be left; write the paths to keep.`,
      );
      return undefined;
    }
    const paths = readPaths(node, what, false, problems);
    return paths && { paths };
  }
  if (node.kind !== 'map' || isBareTemplate(node)) return wrong(node, what, FORMS, problems);
  if (node.entries.length === 0) {
    problems.error(
      node.offset,
      'invalid-value',
      `${what} is an empty map, so that nothing would be left; write properties with their paths.`,
    );
    return undefined;
  }
  const members = node.entries.map(({ key, keyOffset, value }) => {
    const keyNode = { kind: 'text', offset: keyOffset, size: 1, text: key, written: key } as const;
    const name = readProperty(keyNode, what, problems);
    const of = readValue(value, `${quoted(key)} of ${what}`, problems);
    return name === undefined || of === undefined ? undefined : { name, of };
  });
  return members.every((member) => member !== undefined) ? { members } : undefined;
}

/** A text without a part would be the same for all: it is a path that has gone wrong. */
function readValue(node: PlanNode, what: string, problems: Problems): Path | Template | undefined {
  if (node.kind !== 'text') return wrong(node, what, 'a path, or a text with {/path} parts', problems);
  return /[{}]/.test(node.text) && !isPathText(node.text)
    ? readTemplate(node, what, [], problems)
    : readPath(node, what, { many: false }, problems);
}
