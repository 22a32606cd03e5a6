/** What does a plan file hold, before it is known what it means? Maps, lists and values, each with its place in the file. */

export type PlanNode = PlanMap | PlanList | PlanText | PlanNumber | PlanBoolean | PlanNull;

interface Placed {
  /** Where it begins in the file, in UTF-16 units. */
  readonly offset: number;
  /** How many nodes it stands for, those behind aliases counted each time. */
  readonly size: number;
}

export interface PlanMap extends Placed {
  readonly kind: 'map';
  readonly entries: readonly PlanEntry[];
}

export interface PlanEntry {
  readonly key: string;
  readonly keyOffset: number;
  readonly value: PlanNode;
}

export interface PlanList extends Placed {
  readonly kind: 'list';
  readonly items: readonly PlanNode[];
}

export interface PlanText extends Placed {
  readonly kind: 'text';
  /** With variables filled in: never to be shown. */
  readonly text: string;
  /** As the plan has it: what messages and the hash see. */
  readonly written: string;
  /** Where its first character stands, if the file has the text character by character. */
  readonly inside?: number;
}

export interface PlanNumber extends Placed {
  readonly kind: 'number';
  readonly value: number;
  /** A JSON number with the digits of the plan. */
  readonly json: string;
}

export interface PlanBoolean extends Placed {
  readonly kind: 'boolean';
  readonly value: boolean;
}

export interface PlanNull extends Placed {
  readonly kind: 'null';
}

export function entryOf(map: PlanMap, key: string): PlanEntry | undefined {
  return map.entries.find((entry) => entry.key === key);
}

/** What a message calls it: `the text "abc"`, `a list`, `nothing`. */
export function described(node: PlanNode): string {
  switch (node.kind) {
    case 'map':
      return 'a map';
    case 'list':
      return 'a list';
    case 'text':
      return `the text ${quoted(node.written)}`;
    case 'number':
      return `the number ${node.json}`;
    case 'boolean':
      return String(node.value);
    case 'null':
      break;
  }
  return 'nothing';
}

/** A text of the plan in quotes, cut where it is long. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 77)}...` : text);
}

/** Whether variables were filled in, so that messages made from the text must not be shown. */
export function holdsVariable(node: PlanNode): boolean {
  return node.kind === 'text' && node.text !== node.written;
}

/** As JSON, digits kept; `written` with variables as they are written, else filled in. */
export function jsonOf(node: PlanNode, text: 'written' | 'filled'): string {
  switch (node.kind) {
    case 'map': {
      const members = node.entries.map(({ key, value }) => `${JSON.stringify(key)}:${jsonOf(value, text)}`);
      return `{${members.join(',')}}`;
    }
    case 'list':
      return `[${node.items.map((item) => jsonOf(item, text)).join(',')}]`;
    case 'text':
      return JSON.stringify(text === 'written' ? node.written : node.text);
    case 'number':
      return node.json;
    case 'boolean':
      return String(node.value);
    case 'null':
      break;
  }
  return 'null';
}
