/** What does the text of a plan file hold? YAML, or JSON as the part of YAML it is, into nodes with places. */
import { isAlias, isMap, isScalar, isSeq, parseAllDocuments } from 'yaml';
import type { Alias, ParsedNode, YAMLError, YAMLMap } from 'yaml';
import type { PlanEntry, PlanMap, PlanNode } from './node.ts';
import { quoted } from './node.ts';
import type { Problems } from './problem.ts';
import { numberNode } from './number-node.ts';

/** The top of the plan, which has to be a map; `undefined` when the text is no plan at all. */
export function parseText(text: string, problems: Problems): PlanMap | undefined {
  const documents = parseAllDocuments(text, {
    version: '1.2',
    schema: 'core',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const [document, second] = documents;
  if (document === undefined || (document.contents === null && document.errors.length === 0)) {
    problems.error(0, 'empty', 'The plan is empty; it needs at least name, source and containers.');
    return undefined;
  }
  if (second !== undefined) {
    const message = 'A plan is one YAML document, and here a second one begins; keep each plan in a file of its own.';
    problems.error(second.range[0], 'several-documents', message);
  }
  const errors = documents.flatMap((one) => [...one.errors, ...one.warnings]);
  if (errors.length > 0) {
    if (holdsDocuments(text)) problems.error(0, 'syntax', DATA);
    else reportSyntax(errors, problems);
    return undefined;
  }
  const contents = document.contents as ParsedNode;
  const node = new Reading(problems).node(contents, 0);
  if (node === undefined || node.kind === 'map') return node;
  if (node.kind === 'null')
    problems.error(0, 'empty', 'The plan is empty; it needs at least name, source and containers.');
  else problems.error(node.offset, 'wrong-type', 'A plan is a map with keys like name, source and containers.');
  return undefined;
}

/** Lines of JSON, which somebody named in the place of the plan. */
function holdsDocuments(text: string): boolean {
  const [, first] = /^\s*(\{.*\})[^\S\n]*\n\s*\{/.exec(text) ?? [];
  if (first === undefined) return false;
  try {
    JSON.parse(first);
    return true;
  } catch {
    return false;
  }
}

const DATA =
  'This is a file of documents, one in each line, and no plan; a plan names it as its source, as in "source: { file: posts.ndjson }".';

/** Values nested deeper than the service stores cannot be meant. */
const DEEPEST = 150;
/** Far beyond any plan written by people; what aliases repeat counts each time. */
const MOST_NODES = 100_000;
const MOST_SYNTAX_ERRORS = 20;

/** `{/a}-{/b}` without quotes begins as a map. */
const GOES_ON = 'The line goes on behind a value that has ended; put the whole text in quotes';

/** Where the library's own words do not say what to do. */
const SENTENCES: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'A tab stands where YAML wants spaces; indent with spaces',
  BAD_ALIAS: 'A bare * means an alias in YAML; put a text that begins with * in quotes',
  BLOCK_IN_FLOW: 'A comma is missing between two entries in { } or [ ]',
  BLOCK_AS_IMPLICIT_KEY: 'A second ": " stands in one line; put a text that holds ": " in quotes',
};

function reportSyntax(errors: readonly YAMLError[], problems: Problems): void {
  const exhausted = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  if (exhausted !== undefined) {
    problems.error(exhausted.pos[0], 'too-large', 'The plan nests too deep to be read.');
    return;
  }
  const told = errors.filter(
    (error, index) => !(goesOn(error) && lacksComma(errors[index + 1])) && !(index > 0 && isUnexpected(error)),
  );
  for (const { code, pos, message } of told.slice(0, MOST_SYNTAX_ERRORS)) {
    const sentence = sentenceOf(code, message);
    problems.error(pos[0], 'syntax', `${sentence.replace(/\s+/g, ' ').replace(/[:.]$/, '')}.`);
  }
}

/** Some more text stands behind a value; where only a comma is missing, the next error says so. */
function goesOn({ message }: Pick<YAMLError, 'message'>): boolean {
  return message.endsWith(' at node end');
}

/** Some token stands where the reader wants another one: behind another error it is only what comes of that. */
function isUnexpected({ message }: Pick<YAMLError, 'message'>): boolean {
  return UNEXPECTED.test(message);
}

const UNEXPECTED = /^Unexpected \S+ token(?: in YAML \w+: (.*))?$/s;

function lacksComma(error: Pick<YAMLError, 'message'> | undefined): boolean {
  return error !== undefined && error.message.startsWith('Missing , ');
}

function sentenceOf(code: string, message: string): string {
  if (goesOn({ message })) return GOES_ON;
  if (lacksComma({ message })) return 'A comma is missing before this place';
  if (message.startsWith('Missing closing ')) return 'A quote is opened and not closed';
  if (message.startsWith('Flow ')) return 'A bracket, [ or {, is opened before this place and not closed';
  if (isUnexpected({ message })) {
    const [, token = 'Something'] = UNEXPECTED.exec(message)!;
    return `${token} stands where YAML expects something else; put a text that holds it in quotes`;
  }
  return SENTENCES[code] ?? message;
}

const YAML_TAG = 'tag:yaml.org,2002:';
/** What a tag may make of a value. The library knows more of them, such as dates and sets, which JSON does not. */
const TAGS: ReadonlySet<string> = new Set([
  '!',
  ...['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((word) => YAML_TAG + word),
]);

/** One way through the tree. Aliases share the node of their anchor; only their count is bounded. */
class Reading {
  readonly #problems: Problems;
  /** What an anchor stands for; `undefined` while its node is being read, so that it cannot hold itself. */
  readonly #anchors = new Map<string, PlanNode | undefined>();

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  node(source: ParsedNode | null, offset: number, depth = 0): PlanNode | undefined {
    if (source === null) return { kind: 'null', offset, size: 1 };
    const at = source.range[0];
    if (isAlias(source)) return this.#alias(source, at);
    if (depth > DEEPEST) {
      this.#problems.error(at, 'too-large', `The plan nests more than ${DEEPEST} levels deep.`);
      return undefined;
    }
    if (source.anchor !== undefined) this.#anchors.set(source.anchor, undefined);
    const node = this.#content(source, at, depth);
    if (source.anchor !== undefined && node !== undefined) this.#anchors.set(source.anchor, node);
    if (node === undefined || node.size <= MOST_NODES) return node;
    this.#problems.error(at, 'too-large', `The plan grows to more than ${MOST_NODES} values, aliases included.`);
    return undefined;
  }

  #alias(alias: Alias.Parsed, offset: number): PlanNode | undefined {
    const node = this.#anchors.get(alias.source);
    if (node !== undefined) return { ...node, offset };
    const why = this.#anchors.has(alias.source)
      ? 'holds this alias itself or cannot be read'
      : 'is not set before this place';
    this.#problems.error(offset, 'unknown-alias', `The alias *${alias.source} names an anchor that ${why}.`);
    return undefined;
  }

  #content(source: ParsedNode, offset: number, depth: number): PlanNode | undefined {
    const { tag } = source;
    if (tag !== undefined && !TAGS.has(tag)) {
      const message = `The tag !!${tag.slice(YAML_TAG.length)} makes something that JSON does not have; leave it out, or put the value in quotes.`;
      this.#problems.error(offset, 'syntax', message);
      return undefined;
    }
    if (isMap(source)) return this.#map(source, offset, depth);
    if (isSeq(source)) {
      const items = (source.items as (ParsedNode | null)[]).map((item) => this.node(item, offset, depth + 1));
      const read = items.filter((item) => item !== undefined);
      return { kind: 'list', offset, size: sizeOf(read), items: read };
    }
    if (!isScalar(source)) return undefined;
    const { value } = source;
    if (typeof value === 'string') {
      const inside = insideOf(source.range, source.type?.startsWith('QUOTE') === true ? 1 : 0, value);
      return { kind: 'text', offset, size: 1, text: value, written: value, ...(inside !== undefined && { inside }) };
    }
    if (typeof value === 'boolean') return { kind: 'boolean', offset, size: 1, value };
    if (typeof value === 'number') return numberNode(value, source.source ?? String(value), offset, this.#problems);
    return { kind: 'null', offset, size: 1 };
  }

  #map(source: YAMLMap.Parsed, offset: number, depth: number): PlanMap {
    const entries = new Map<string, PlanEntry>();
    const merged: PlanEntry[] = [];
    for (const pair of source.items) {
      const key = this.#key(pair.key);
      if (key === undefined) continue;
      const keyOffset = pair.key.range[0];
      const value = this.node(pair.value, pair.key.range[1], depth + 1);
      if (value === undefined) continue;
      const first = entries.get(key);
      if (key === '<<' && isScalar(pair.key) && pair.key.type === 'PLAIN') merged.push(...this.#merge(value));
      else if (first === undefined) entries.set(key, { key, keyOffset, value });
      else {
        const where = `it is in line ${this.#problems.lineOf(first.keyOffset)} already`;
        this.#problems.error(keyOffset, 'duplicate-key', `The key ${quoted(key)} stands twice in this map; ${where}.`);
      }
    }
    for (const entry of merged) if (!entries.has(entry.key)) entries.set(entry.key, entry);
    const all = [...entries.values()];
    return { kind: 'map', offset, size: sizeOf(all.map(({ value }) => value)), entries: all };
  }

  /** `<<: *defaults` takes over what the map does not say itself; of several, the first that says it. */
  #merge(value: PlanNode): readonly PlanEntry[] {
    if (value.kind === 'map') return value.entries;
    if (value.kind === 'list') return value.items.flatMap((item) => this.#merge(item));
    this.#problems.error(value.offset, 'wrong-type', 'The merge key << takes a map or a list of maps.');
    return [];
  }

  #key(key: ParsedNode | null): string | undefined {
    if (key !== null && isScalar(key)) {
      if (typeof key.value === 'string') return key.value;
      // As JSON would have it: 10 and true name properties called "10" and "true".
      if (typeof key.value === 'number' || typeof key.value === 'boolean') return key.source ?? String(key.value);
    }
    this.#problems.error(key?.range[0] ?? 0, 'key-not-text', 'A key has to be a text; put it in quotes.');
    return undefined;
  }
}

/** What is longer in the file than its quotes make it is written otherwise than it reads. */
function insideOf([start, end]: readonly number[], quote: number, text: string): number | undefined {
  return end! - start! === text.length + 2 * quote ? start! + quote : undefined;
}

function sizeOf(nodes: readonly PlanNode[]): number {
  return nodes.reduce((sum, { size }) => sum + size, 1);
}
