/** What should a tired engineer read first? The report as text: the verdict, what must be decided, then the figures. */
import { relative } from 'node:path';
import type { Report } from './report.ts';
import {
  balanceSection,
  containerSection,
  entitySection,
  filesSection,
  forecastSection,
  lostSection,
  type Section,
  sourceSection,
} from './text/figures.ts';
import { findingHeading, findingLines, findingTitle } from './text/findings-text.ts';
import { paragraphLines } from './text/layout.ts';
import { unprovenOf } from './text/limits.ts';
import { type Paint, plain } from './text/paint.ts';
import { verdictOf } from './text/verdict.ts';

export interface TextOptions {
  /** Columns. @default 100 */
  readonly width?: number;
  /** @default no colours */
  readonly paint?: Paint;
  /** Paths are shown relative to this folder. */
  readonly folder: string;
}

export function reportText(report: Report, { width = 100, paint = plain, folder }: TextOptions): string {
  const sections = [
    verdictSection(report, width, paint),
    sourceSection(report, width),
    containerSection(report),
    entitySection(report),
    findingsSection(report, width, paint),
    lostSection(report, width),
    forecastSection(report, width),
    unprovenSection(report, width),
    filesSection(report, width, (path) => shownPath(path, folder)),
    balanceSection(report, width),
  ];
  const shown = sections.filter(({ lines }) => lines.length > 0);
  return shown.map(({ title, lines }) => `${[paint('bold', title), ...lines].join('\n')}\n`).join('\n');
}

function verdictSection(report: Report, width: number, paint: Paint): Section {
  const { mood, headline, decisions } = verdictOf(report);
  const lines = paragraphLines(headline, width).map((line) => paint(MOOD_STYLES[mood], line));
  if (decisions.length > 0)
    lines.push('', report.command === 'run' ? '  To look at:' : '  To decide before the real run:');
  for (const finding of decisions.slice(0, DECISIONS_SHOWN)) {
    lines.push(
      `    ${findingHeading(finding, paint)}`,
      ...paragraphLines(findingTitle(finding), width, ' '.repeat(12)),
    );
  }
  if (decisions.length > DECISIONS_SHOWN)
    lines.push(`    … and ${decisions.length - DECISIONS_SHOWN} more, listed under Findings.`);
  return { title: `${whatOf(report)} of ${report.plan.name}`, lines };
}

function whatOf({ command, dryRun }: Report): string {
  if (dryRun === true) return 'Dry run';
  return command === 'run' ? 'Run' : 'Rehearsal';
}

/** Findings that are listed at the top; they stand in the order of their weight. */
const DECISIONS_SHOWN = 20;

/** Relative where it lies below the folder. */
function shownPath(path: string, folder: string): string {
  const shown = relative(folder, path);
  return shown.startsWith('..') ? path : shown || '.';
}

const MOOD_STYLES = { good: 'green', careful: 'yellow', bad: 'red' } as const;

function findingsSection({ findings }: Report, width: number, paint: Paint): Section {
  const lines = findings.flatMap((finding, i) => [...(i === 0 ? [] : ['']), ...findingLines(finding, width, paint)]);
  return { title: 'Findings', lines };
}

function unprovenSection(report: Report, width: number): Section {
  const title = `What this ${report.command === 'run' ? 'run' : 'rehearsal'} does not prove`;
  return { title, lines: unprovenOf(report).flatMap((text) => paragraphLines(text, width, '  - ')) };
}
