/** Is a text a path that the service takes in a partition key or a unique key? Properties only, no elements of arrays. */
import { type Path, PathError, parsePath } from '../document/path.ts';
import { SYSTEM_PROPERTIES } from '../document/system-properties.ts';
import { wrong } from './expect.ts';
import type { PlanNode } from './node.ts';
import { holdsVariable, quoted } from './node.ts';
import type { PlanRule, Problems } from './problem.ts';
import { pathMeantBy } from './suggestion.ts';

export function readPolicyPath(node: PlanNode, what: string, rule: PlanRule, problems: Problems): Path | undefined {
  if (node.kind !== 'text') return wrong(node, what, 'a path like /email', problems);
  const refuse = (reason: string): undefined => {
    const shown = holdsVariable(node) ? 'with its variables filled in this is no path that the service takes' : reason;
    problems.error(node.offset, rule, `${what}: ${shown}.`);
  };
  const { text } = node;
  if (!text.startsWith('/')) return refuse(`a path starts with "/", found ${quoted(text)}${pathMeantBy(text)}`);
  try {
    const path = parsePath(text);
    const reason = refusal(path);
    return reason === undefined ? path : refuse(reason);
  } catch (error) {
    if (error instanceof PathError) return refuse(error.message);
    throw error;
  }
}

function refusal({ text, segments, many }: Path): string | undefined {
  const shown = quoted(text);
  if (segments.length === 0) return '"/" is the whole document, and a property is needed';
  const first = segments[0]?.key.name ?? '';
  if (SYSTEM_PROPERTIES.some((name) => name === first)) {
    return `${first} belongs to the service and never gets into a container from a document; copy its value to a property of another name`;
  }
  if (many)
    return `${shown} goes through an array, which the service refuses; split the array off or copy one value beside it`;
  const element = segments.find(({ index }) => index >= 0);
  if (element !== undefined) {
    const name = element.key.name;
    return `"${name}" in ${shown} means an element of an array, which the service refuses; quote it ("\\"${name}\\"") if a property is meant`;
  }
  // The service's own text: a path holds no wildcard or other invalid character.
  if (text.includes(',')) return `${shown} holds a comma; several paths of one key are a list, as in [/a, /b]`;
  const bare = segments.find(({ key }) => /^[?*]$|\[\]/.test(key.name));
  if (bare !== undefined)
    return `"${bare.key.name}" in ${shown} is a sign of indexing policies; name the property alone`;
  return undefined;
}
