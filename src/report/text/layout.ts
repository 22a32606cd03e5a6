/** How do tables and paragraphs fit a terminal? */
import { stripVTControlCharacters } from 'node:util';

export interface Column {
  readonly head: string;
  readonly align?: 'right';
  /** Left out when it holds nothing but zeros, or nothing at all. */
  readonly optional?: true;
}

/** Lines of a table, indented. */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const isEmpty = (i: number): boolean => rows.every((row) => row[i] === '0' || row[i] === '');
  const shown = columns.map(({ optional }, i) => optional !== true || !isEmpty(i));
  const widths = columns.map(({ head }, i) =>
    Math.max(visibleWidth(head), ...rows.map((row) => visibleWidth(row[i] ?? ''))),
  );
  const line = (cells: readonly string[]): string =>
    `  ${cells
      .map((cell, i) => pad(cell, widths[i]!, columns[i]!.align))
      .filter((_, i) => shown[i])
      .join('  ')}`.trimEnd();
  const rule = widths.map((width) => '─'.repeat(width));
  return [line(columns.map(({ head }) => head)), line(rule), ...rows.map(line)];
}

/** Breaks text at blanks; the first line begins with `first`, the others are indented as far. */
export function paragraphLines(text: string, width: number, first: string = '  '): string[] {
  const indent = ' '.repeat(visibleWidth(first));
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(/\s+/)) {
    if (!isEmpty && visibleWidth(line) + 1 + visibleWidth(word) > width) {
      lines.push(line);
      line = indent;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}

function pad(text: string, width: number, align: Column['align']): string {
  const blanks = ' '.repeat(width - visibleWidth(text));
  return align === 'right' ? blanks + text : text + blanks;
}

/** Characters as people count them; colours take no room. */
function visibleWidth(text: string): number {
  return Array.from(stripVTControlCharacters(text)).length;
}
