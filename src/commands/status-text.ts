/** Where does a run stand, in lines for people? */
import { type Column, tableLines } from '../report/text/layout.ts';
import { amountText, bytesText, countText, durationText } from '../report/text/quantities.ts';
import type { ShardStatus } from './shard-statuses.ts';
import type { Status } from './status.ts';

/** @param shown how a path is shown */
export function statusText(status: Status, shown: (path: string) => string): string {
  const { command, plan, goOn } = status;
  const lines = [
    `${command === 'run' ? 'Run' : 'Rehearsal'} of ${plan.name} (${shown(plan.file)})`,
    ...[standingText(status), ...factLines(status, shown)].map((line) => `  ${line}`),
    '',
    ...entityLines(status),
  ];
  if (goOn !== undefined) lines.push('', 'To go on:', goOn);
  return `${lines.join('\n')}\n`;
}

function standingText({ state, reason, owner, startedAt }: Status): string {
  const process = owner === undefined ? '' : `process ${owner.pid} on ${owner.host}${userText(owner.user)}`;
  const sign = owner === undefined ? '' : `last sign of life ${agoText(owner.lastSignOfLife)}`;
  switch (state) {
    case 'running':
      return `Running: ${process}, since ${owner!.since}, ${sign}.`;
    case 'silent':
      return `Silent: ${process}, ${sign}. Its lease has ended, so that another run may take over.`;
    case 'died':
      return owner === undefined
        ? 'Died: what was committed is kept.'
        : `Died: ${process}, ${sign}. What was committed is kept.`;
    case 'interrupted':
      return `Interrupted: ${reason!}`;
    case 'failed':
      return reason!.startsWith('Stopped ') ? reason! : `Stopped: ${reason!}`;
    case 'complete':
  }
  return `Complete, begun ${startedAt}.`;
}

function userText(user: string): string {
  return user === '' ? '' : ` (${user})`;
}

function factLines(status: Status, shown: (path: string) => string): string[] {
  const { documents, sinceStart, rejected, rejectsFile, duplicatesFile, findings, commitAge } = status;
  const { seconds, documentsPerSecond: rate } = sinceStart;
  const speed = rate === undefined ? '' : `, ${countText(rate)}/s since this start (${durationText(seconds)})`;
  return [
    `stage       ${stageText(status)}`,
    `shards      ${shardsText(status)}`,
    ...status.shards.filter(({ state }) => state === 'current').map((shard) => `            ${shardText(shard)}`),
    `documents   ${countText(documents)} read${readText(status)}${speed}`,
    `rejected    ${countText(rejected)}${rejectsFile === undefined ? '' : ` (${shown(rejectsFile)})`}`,
    ...(duplicatesFile === undefined ? [] : [`merged      ${shown(duplicatesFile)}`]),
    `findings    ${countText(findings)}`,
    `committed   ${agoText(commitAge)}`,
  ];
}

function stageText({ stages }: Status): string {
  const at = stages.findIndex(({ done }) => !done);
  if (at < 0) return stages.length === 1 ? 'done' : `all ${stages.length} done`;
  return `${stages[at]!.name} (${at + 1} of ${stages.length})`;
}

function shardsText({ shards }: Status): string {
  const count = (wanted: ShardStatus['state']): number => shards.filter(({ state }) => state === wanted).length;
  return `${count('done')} done, ${count('current')} in work, ${count('waiting')} waiting`;
}

/** `posts.ndjson: 42 %, 1.5 MiB of 3.6 MiB, 12,000 records` */
function shardText({ source, records, size, bytesRead }: ShardStatus): string {
  const parts = [amountText(records, 'record')];
  if (bytesRead !== undefined && size !== undefined) {
    const share = size === 0 ? '' : `${Math.floor((bytesRead / size) * 100)} %, `;
    parts.unshift(`${share}${bytesText(bytesRead)} of ${bytesText(size)}`);
  }
  return `${source}: ${parts.join(', ')}`;
}

function readText({ bytesRead, bytesTotal }: Status): string {
  if (bytesTotal === undefined || bytesTotal === 0) return '';
  return `, ${Math.floor(Math.min(1, bytesRead / bytesTotal) * 100)} % of the sources`;
}

function entityLines({ entities }: Status): string[] {
  const rows = Object.entries(entities).map(([name, tally]) => [
    name,
    ...COUNTERS.map((counter) => countText(tally[counter])),
  ]);
  return rows.length === 0 ? [] : ['Entities', ...tableLines(COLUMNS, rows)];
}

const COUNTERS = ['read', 'made', 'written', 'filtered', 'rejected', 'merged', 'consumed', 'expired'] as const;
const COLUMNS: readonly Column[] = [
  { head: 'entity' },
  ...COUNTERS.map((head): Column => ({ head, align: 'right', optional: true })),
];

function agoText(seconds: number): string {
  return `${durationText(seconds)} ago`;
}
