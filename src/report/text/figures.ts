/** How many, how large, and where to? The sections of a report that are figures. */
import { join } from 'node:path';
import type { ContainerReport, Report } from '../report.ts';
import { type Column, paragraphLines, tableLines } from './layout.ts';
import { sourceLines } from './source-text.ts';
import { amountText, bytesText, countText, durationText } from './quantities.ts';

export interface Section {
  readonly title: string;
  /** A section without lines is left out. */
  readonly lines: readonly string[];
}

export function sourceSection({ source, seconds }: Report, width: number): Section {
  const perSecond = `${countText(Math.round(source.documents / seconds))} documents/s, ${bytesText(source.bytes / seconds)}/s`;
  const rate = seconds > 0.5 ? ` (${perSecond})` : '';
  const amount = `${amountText(source.documents, 'document')}, ${bytesText(source.bytes)}`;
  const figures = `${amount}, in ${durationText(seconds)}${rate}`;
  return {
    title: 'Source',
    lines: [figures, ...sourceLines(source.files)].flatMap((text) => paragraphLines(text, width)),
  };
}

export function containerSection({ containers }: Report): Section {
  const rows = Object.entries(containers).map(([label, container]) => [
    label === container.name ? label : `${label} (${container.name})`,
    countText(container.documents),
    bytesText(container.bytes),
    bytesText(container.maxItemBytes),
    container.logicalPartitions === undefined ? '' : countText(container.logicalPartitions),
    largestPartitionText(container),
  ]);
  return { title: 'Containers', lines: rows.length === 0 ? [] : tableLines(CONTAINER_COLUMNS, rows) };
}

export function entitySection({ entities }: Report): Section {
  const rows = Object.entries(entities).map(([name, tally]) => [
    name,
    ...COUNTERS.map((counter) => countText(tally[counter])),
  ]);
  return { title: 'Entities', lines: rows.length === 0 ? [] : tableLines(ENTITY_COLUMNS, rows) };
}

export function lostSection({ lost }: Report, width: number): Section {
  const rows = lost.map(({ path, step, count }) => [path, step, countText(count)]);
  if (rows.length === 0)
    return { title: 'Values lost', lines: paragraphLines('None: no step took values out of the data.', width) };
  const lines = tableLines(LOST_COLUMNS, rows.slice(0, LOST_SHOWN));
  if (rows.length > LOST_SHOWN)
    lines.push(`  … and ${countText(rows.length - LOST_SHOWN)} more; report.json has them all.`);
  return { title: 'Values lost, by the steps that say so', lines };
}

export function forecastSection({ forecast, containers, command }: Report, width: number): Section {
  if (command === 'run' || forecast.ru === 0) return { title: 'Forecast', lines: [] };
  const size = Object.values(containers).reduce((sum, { bytes }) => sum + bytes, 0);
  const times = Object.entries(forecast.seconds).map(
    ([throughput, seconds]) => `${durationText(seconds)} at ${countText(Number(throughput))} RU/s`,
  );
  const cost = `Writing takes about ${countText(forecast.ru)} RU: ${times.join(', ')}. Storage: ${bytesText(size)} without indexes.`;
  return {
    title: 'Forecast (an estimate)',
    lines: [cost, `Model: ${forecast.model}.`].flatMap((text) => paragraphLines(text, width)),
  };
}

export function filesSection(report: Report, width: number, shown: (path: string) => string): Section {
  const { files, rejected } = report;
  if (report.dryRun === true) return { title: 'Files that a run would write', lines: plannedLines(report, shown) };
  const { state, rejects, duplicates, out } = files;
  const lines: string[] = [];
  if (rejects !== undefined) {
    const replay = canReplay(report) ? paragraphLines(REPLAY, width, ' '.repeat(11)) : [];
    lines.push(`  rejects  ${shown(rejects)} (${amountText(rejected, 'line')})`, ...replay);
  }
  if (duplicates !== undefined) lines.push(mergedLine(shown(duplicates), report));
  if (out !== undefined) lines.push(`  output   ${shown(out)}`);
  lines.push(`  state    ${shown(state)}`);
  return { title: 'Files', lines };
}

function mergedLine(file: string, { duplicates = 0 }: Report): string {
  return `  merged   ${file} (${amountText(duplicates, 'line')})`;
}

/** A rehearsal is simply rehearsed again, and a run that stopped goes on first. */
function canReplay({ command, rejected, incomplete }: Report): boolean {
  return command === 'run' && rejected > 0 && incomplete === undefined;
}

const REPLAY = 'Once the plan or their text is corrected, "remodel replay" and this file take them through again.';

function plannedLines(report: Report, shown: (path: string) => string): string[] {
  const { files, containers, rejected, duplicates } = report;
  const { state, out = '.' } = files;
  const outputs = Object.entries(containers).map(([label, { documents, bytes }]) => {
    const amount = `${amountText(documents, 'document')}, ${bytesText(bytes + documents)}`;
    return `  output   ${shown(join(out, `${label}.ndjson`))} (${amount})`;
  });
  const rejects = `  rejects  ${shown(join(state, 'rejects.ndjson'))} (${amountText(rejected, 'line')})`;
  const merged = mergedLine(shown(join(state, 'duplicates.ndjson')), report);
  return [
    ...outputs,
    ...(rejected === 0 ? [] : [rejects]),
    ...(duplicates === undefined ? [] : [merged]),
    `  state    ${shown(state)}`,
  ];
}

export function balanceSection({ balance }: Report, width: number): Section {
  const books = Object.entries(balance.entities);
  const total = countText(books.reduce((sum, [, book]) => sum + book.in, 0));
  const wrong = books
    .filter(([, { ok }]) => !ok)
    .map(([name, book]) => `${name}: ${countText(book.in)} came in, ${countText(book.out)} are accounted for`);
  const lines = wrong.length > 0 ? wrong : [`The books balance: ${total} in (read + made), ${total} accounted for.`];
  return { title: 'Balance', lines: lines.flatMap((text) => paragraphLines(text, width)) };
}

const COUNTERS = ['read', 'made', 'written', 'filtered', 'rejected', 'merged', 'consumed', 'expired'] as const;

const ENTITY_COLUMNS: readonly Column[] = [
  { head: 'entity' },
  ...COUNTERS.map((head): Column => ({ head, align: 'right', optional: true })),
];

const CONTAINER_COLUMNS = [
  { head: 'container' },
  { head: 'documents', align: 'right' },
  { head: 'size', align: 'right' },
  { head: 'largest document', align: 'right' },
  { head: 'partitions', align: 'right', optional: true },
  { head: 'largest partition', optional: true },
] as const;

/** Paths that lost values which are shown in text; they stand in the order of their counts. */
const LOST_SHOWN = 40;

const LOST_COLUMNS = [{ head: 'path' }, { head: 'step' }, { head: 'values', align: 'right' }] as const;

/** `"acme" (33 %)`: its key and its share of the documents. */
function largestPartitionText({ largestPartition, documents }: ContainerReport): string {
  if (largestPartition === undefined) return '';
  const share = Math.round((largestPartition.documents / documents) * 100);
  const key = largestPartition.key.map((value) => JSON.stringify(value)).join(' / ');
  return `${key.length > 30 ? `${key.slice(0, 29)}…` : key} (${share} %)`;
}
