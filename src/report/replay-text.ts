/** What has a replay done? A few lines for people; the whole run is told by its report, which is brought up to date. */
import { join, relative } from 'node:path';
import type { ReplayFigures, Report } from './report.ts';
import type { TextOptions } from './text.ts';
import { tableLines } from './text/layout.ts';
import { type Paint, plain } from './text/paint.ts';
import { amountText, countText } from './text/quantities.ts';

export function replayText(report: Report, { paint = plain, folder }: TextOptions): string {
  const { plan, dryRun = false, replay = NOTHING, files, balance, rejected } = report;
  const shown = (path: string): string => {
    const below = relative(folder, path);
    return below.startsWith('..') ? path : below;
  };
  const lines = [
    paint('bold', `${dryRun ? 'Dry replay' : 'Replay'} of ${plan.name}`),
    `  ${headline(replay, dryRun, paint)}`,
    ...againLines(replay, dryRun),
    ...containerLines(replay, dryRun),
    '',
    ...(rejected > 0
      ? [`  rejects  ${shown(join(files.state, 'rejects.ndjson'))} (${amountText(rejected, 'reject')})`]
      : []),
    `  output   ${shown(files.out ?? '.')}`,
    ...(dryRun ? [] : [`  report   ${shown(join(files.state, 'report.json'))}, brought up to date`]),
    ...(balance.ok ? [] : [paint('red', UNBALANCED)]),
  ];
  return `${lines.join('\n')}\n`;
}

const NOTHING: ReplayFigures = { records: 0, passed: 0, rejects: 0, rejectedAgain: 0, untouched: 0, containers: {} };

const UNBALANCED =
  '  The books do not balance, and nothing has been changed. This is a bug of remodel: please report it.';

function headline({ records, passed }: ReplayFigures, dryRun: boolean, paint: Paint): string {
  const [start, verb] = dryRun ? ['Nothing was changed', 'would go through'] : ['Done', 'went through'];
  if (records === 0) return paint('yellow', `${start}: there was nothing to replay.`);
  if (passed === records) return paint('green', `${start}: ${allText(records)} ${verb}.`);
  return paint('red', `${start}: ${countText(passed)} of ${countText(records)} rejected records ${verb}.`);
}

function allText(records: number): string {
  return records === 1 ? 'the one rejected record' : `all ${countText(records)} rejected records`;
}

function againLines({ rejectedAgain, rejects, untouched }: ReplayFigures, dryRun: boolean): string[] {
  const verb = dryRun ? 'would be' : rejectedAgain === 1 ? 'is' : 'are';
  const again = `  ${amountText(rejectedAgain, 'document')} ${verb} rejected now, ${countText(rejects)} before.`;
  const left = `  ${amountText(untouched, 'reject')} ${untouched === 1 ? 'was' : 'were'} left as ${untouched === 1 ? 'it is' : 'they are'}.`;
  return [...(rejectedAgain === 0 ? [] : [again]), ...(untouched === 0 ? [] : [left])];
}

function containerLines({ containers }: ReplayFigures, dryRun: boolean): string[] {
  const rows = Object.entries(containers).map(([label, { added, there }]) => [
    label,
    countText(added),
    countText(there),
  ]);
  const columns = [
    { head: 'container' },
    { head: dryRun ? 'to be added' : 'added', align: 'right' },
    { head: 'there already', align: 'right' },
  ] as const;
  return rows.length === 0 ? [] : ['', ...tableLines(columns, rows)];
}
