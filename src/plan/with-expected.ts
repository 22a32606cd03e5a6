/** How does the text of a plan look once its examples expect something else? Only `expect` of these is written anew. */
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Pair, ParsedNode } from 'yaml';
import { parsedJson } from '../document/parsed-json.ts';
import { flowText, itemLines, scalarText } from './yaml-text.ts';

/** Texts of JSON by entity. */
type Documents = ReadonlyMap<string, readonly string[]>;

/**
 * @param expected by the number of the example
 * @returns `undefined` where an `expect` cannot be found in the text, as behind an alias
 */
export function withExpected(text: string, expected: ReadonlyMap<number, Documents>): string | undefined {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const bare = text.slice(mark.length);
  const lineEnd = bare.includes('\r\n') ? '\r\n' : '\n';
  const root = parseDocument(bare, { version: '1.2', schema: 'core', uniqueKeys: false, logLevel: 'silent' });
  const examples = root.get('examples');
  const patches: { readonly from: number; readonly to: number; readonly text: string }[] = [];
  for (const [number, documents] of expected) {
    const example: unknown = isSeq(examples) ? examples.items[number] : undefined;
    const pair = isMap(example) ? (example.items as Pair<ParsedNode, ParsedNode | null>[]).find(isExpect) : undefined;
    if (!isMap(example) || !isMap(pair?.value)) return undefined;
    const [start, keyEnd] = pair.key.range;
    const from = bare.indexOf(':', keyEnd) + 1;
    const column = start - (bare.lastIndexOf('\n', start - 1) + 1);
    const lines =
      example.flow === true ? [flowLine(documents, isJson(bare))] : blockLines(documents, ' '.repeat(column + 2));
    patches.push({ from, to: endOf(pair.value, bare), text: lines.join(lineEnd) });
  }
  let patched = bare;
  for (const patch of patches.toSorted((a, b) => b.from - a.from))
    patched = patched.slice(0, patch.from) + patch.text + patched.slice(patch.to);
  return mark + patched;
}

function isExpect({ key }: Pair<ParsedNode>): boolean {
  return isScalar(key) && key.value === 'expect';
}

function isJson(text: string): boolean {
  return text.trimStart().startsWith('{');
}

/** Behind the last thing that a node holds; a block's own range takes in the comments and blanks behind it. */
function endOf(node: ParsedNode, text: string): number {
  let last = node;
  while ((isMap(last) || isSeq(last)) && last.flow !== true) {
    const item: unknown = last.items.at(-1);
    if (item === undefined) break;
    const inner = isSeq(last) ? item : ((item as Pair).value ?? (item as Pair).key);
    last = inner as ParsedNode;
  }
  return text.slice(0, last.range[1]).trimEnd().length;
}

function flowLine(documents: Documents, asJson: boolean): string {
  const style = asJson ? 'json' : 'yaml';
  const members = [...documents].map(([entity, texts]) => {
    const list = texts.map((text) => {
      const { tape, root } = parsedJson(text);
      return flowText(tape, root, style);
    });
    return `${scalarText(entity, style)}: [${list.join(', ')}]`;
  });
  return members.length === 0 ? ' {}' : ` { ${members.join(', ')} }`;
}

/** The first one is what stands behind the colon. */
function blockLines(documents: Documents, indent: string): string[] {
  if (documents.size === 0) return [' {}'];
  const lines = [...documents].flatMap(([entity, texts]) => {
    const key = `${indent}${scalarText(entity, 'yaml')}:`;
    if (texts.length === 0) return [`${key} []`];
    const items = texts.flatMap((text) => {
      const { tape, root } = parsedJson(text);
      return itemLines(tape, root, `${indent}  `);
    });
    return [key, ...items];
  });
  return ['', ...lines];
}
