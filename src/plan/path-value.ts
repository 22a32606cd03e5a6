/** Which place does a text of the plan mean, or which text made of places? Paths, property names and templates. */
import { type Path, PathError, parsePath } from '../document/path.ts';
import { parseTemplate, type Template, TemplateError } from '../document/template.ts';
import { wrong } from './expect.ts';
import type { PlanNode } from './node.ts';
import { holdsVariable, quoted } from './node.ts';
import type { Problems } from './problem.ts';
import { didYouMean, pathMeantBy } from './suggestion.ts';

export function readPath(
  node: PlanNode,
  what: string,
  rules: { readonly many?: false; readonly root?: true },
  problems: Problems,
): Path | undefined {
  if (node.kind !== 'text') return wrong(node, what, 'a path like /a/b', problems);
  return parsedPath(node.text, node, what, rules, problems);
}

function parsedPath(
  text: string,
  node: PlanNode,
  what: string,
  rules: { readonly many?: false; readonly root?: true },
  problems: Problems,
): Path | undefined {
  const refuse = (reason: string): undefined => {
    const shown = holdsVariable(node) ? 'with its variables filled in it is no path' : reason;
    problems.error(node.offset, 'invalid-path', `${what}: ${shown}.`);
  };
  if (!text.startsWith('/')) return refuse(`a path starts with "/", found ${quoted(text)}${pathMeantBy(text)}`);
  try {
    const path = parsePath(text);
    if (path.segments.length === 0 && rules.root !== true)
      return refuse('"/" is the whole document, and a place inside is needed');
    if (path.many && rules.many === false)
      return refuse(`${quoted(text)} can mean several places by its *, and one is needed`);
    return path;
  } catch (error) {
    if (error instanceof PathError) return refuse(error.message);
    throw error;
  }
}

/** Where a path and a template are possible: `/a/b` is a path, `/c/{/a|slug}` a text that begins like one. */
export function isPathText(text: string): boolean {
  return text.startsWith('/') && !text.includes('{/');
}

export function readPaths(
  node: PlanNode,
  what: string,
  root: boolean,
  problems: Problems,
): readonly Path[] | undefined {
  const rules = root ? { root } : {};
  // A single path needs no list around it.
  const items = node.kind === 'text' ? [node] : node.kind === 'list' ? node.items : undefined;
  if (items === undefined) return wrong(node, what, 'a list of paths', problems);
  if (items.length === 0)
    problems.warning(node.offset, 'without-effect', `${what} is an empty list, so that nothing happens.`);
  const paths = items.map((item) => readPath(item, what, rules, problems));
  return paths.every((path) => path !== undefined) ? paths : undefined;
}

export function readTemplate(
  node: PlanNode,
  what: string,
  scopes: readonly string[],
  problems: Problems,
): Template | undefined {
  if (node.kind !== 'text') return wrong(node, what, 'a text with {/path} parts', problems);
  try {
    return parseTemplate(node.text, scopes);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const reason = holdsVariable(node) ? 'with its variables filled in it is no template.' : reasonOf(error);
    problems.error(node.offset, 'invalid-template', `${what}: ${reason}`);
    return undefined;
  }
}

function reasonOf({ message, word, choices }: TemplateError): string {
  return `${message}${(word !== undefined && didYouMean(word, choices)) || '.'}`;
}

export function readProperty(node: PlanNode, what: string, problems: Problems): string | undefined {
  if (node.kind !== 'text') return wrong(node, what, "a property's name", problems);
  if (!node.text.startsWith('/')) return node.text;
  const shown = quoted(node.written);
  problems.error(
    node.offset,
    'invalid-name',
    `${what} is a property's name and has no slash: write ${quoted(node.written.slice(1))} instead of ${shown}.`,
  );
  return undefined;
}
