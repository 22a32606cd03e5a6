/** How does a result look, on a terminal and in the documentation alike? */
import type { Result } from '../benchmarks/benchmark.ts';

export function markdownOf({ title, about, columns, rows }: Result, machine: string): string {
  return [`### ${title}`, about, tableOf(columns, rows), machine].join('\n\n');
}

/** Columns are padded as the formatter of the project does, and all but the first stand to the right. */
function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((column, place) =>
    Math.max(4, column.length, ...rows.map((row) => row[place]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, place) => (place === 0 ? cell.padEnd(widths[place]!) : cell.padStart(widths[place]!))).join(' | ')} |`;
  const rule = widths.map((width, place) => (place === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(columns), line(rule), ...rows.map(line)].join('\n');
}
