/**
 * How would somebody write these documents in a plan? As YAML with their own digits: short values in one line, long ones
 * block by block. A library that writes YAML prints numbers anew.
 */
import { sourceOf, textOf } from '../document/decode.ts';
import { elementAt, firstElement, firstMember, keyAt, nextElement, nextMember, valueAt } from '../document/members.ts';
import { ARRAY, END, OBJECT, STRING, type Tape, type Value } from '../document/tape.ts';

/** Longer lines become blocks. */
const LONGEST_LINE = 110;

/** In one line; `json`: as JSON, for plans that are. */
export function flowText(tape: Tape, value: Value, style: 'yaml' | 'json'): string {
  switch (tape.kind(value)) {
    case OBJECT: {
      const members = membersOf(tape, value).map(
        ([name, member]) => `${scalarText(name, style)}: ${flowText(tape, member, style)}`,
      );
      return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
    }
    case ARRAY:
      return `[${elementsOf(tape, value)
        .map((element) => flowText(tape, element, style))
        .join(', ')}]`;
    case STRING:
      return scalarText(textOf(tape, value), style);
    default:
      return sourceOf(tape, value);
  }
}

/** Lines of a list's item, `- ` in front. */
export function itemLines(tape: Tape, value: Value, indent: string): string[] {
  const flow = flowText(tape, value, 'yaml');
  if (indent.length + flow.length < LONGEST_LINE || !isOpen(tape, value)) return [`${indent}- ${flow}`];
  const lines = blockLines(tape, value, `${indent}  `);
  return [`${indent}- ${lines[0]!.trimStart()}`, ...lines.slice(1)];
}

/** Lines of a map or list that holds something. */
function blockLines(tape: Tape, value: Value, indent: string): string[] {
  if (tape.kind(value) === ARRAY) return elementsOf(tape, value).flatMap((element) => itemLines(tape, element, indent));
  return membersOf(tape, value).flatMap(([name, member]) => {
    const flow = flowText(tape, member, 'yaml');
    const key = `${indent}${scalarText(name, 'yaml')}:`;
    if (key.length + flow.length < LONGEST_LINE || !isOpen(tape, member)) return [`${key} ${flow}`];
    return [key, ...blockLines(tape, member, `${indent}  `)];
  });
}

/** A text or a key: bare where it cannot be mistaken for anything else. */
export function scalarText(text: string, style: 'yaml' | 'json'): string {
  const json = JSON.stringify(text).replaceAll(/[\u007F-\u009F\u2028\u2029\uFEFF]/g, escaped);
  if (style === 'json') return json;
  if (BARE.test(text) && !WORD.test(text)) return text;
  return json === `"${text}"` && !text.includes("'") ? `'${text}'` : json;
}

const BARE = /^[A-Za-z][A-Za-z0-9]*(?:[ _./@-][A-Za-z0-9]+)*[.!]?$/;
/** What some reader of YAML takes for something else than text. */
const WORD = /^(?:true|false|null|yes|no|on|off)$/i;

function escaped(character: string): string {
  return String.raw`\u` + character.charCodeAt(0).toString(16).padStart(4, '0');
}

function isOpen(tape: Tape, value: Value): boolean {
  return tape.kind(value) <= ARRAY && firstMember(tape, value) !== END;
}

function membersOf(tape: Tape, object: Value): [name: string, value: Value][] {
  const members: [string, Value][] = [];
  for (let cursor = firstMember(tape, object); cursor !== END; cursor = nextMember(tape, object, cursor))
    members.push([textOf(tape, keyAt(tape, cursor)), valueAt(tape, cursor)]);
  return members;
}

function elementsOf(tape: Tape, array: Value): Value[] {
  const elements: Value[] = [];
  for (let cursor = firstElement(tape, array); cursor !== END; cursor = nextElement(tape, array, cursor))
    elements.push(elementAt(tape, cursor));
  return elements;
}
