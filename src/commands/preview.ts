/** What do a few documents become? Shows each before, behind each step and as it comes out. */
import process from 'node:process';
import { EXIT_STATUS, type ExitStatus } from '../exit-status.ts';
import { hasRejects, type PreviewedRecord } from '../report/preview.ts';
import { previewJson } from '../report/preview-json.ts';
import { previewText } from '../report/preview-text.ts';
import { paintFor } from '../report/text/paint.ts';
import { preview as previewDocuments } from '../run/preview.ts';
import { progressLine } from './progress-line.ts';
import { usablePlan } from './usable-plan.ts';

export interface PreviewCommandOptions {
  readonly n?: number;
  readonly id?: string;
  readonly json?: boolean;
}

export async function preview(planFile: string, { n, id, json = false }: PreviewCommandOptions): Promise<ExitStatus> {
  const plan = await usablePlan(planFile);
  if (plan === undefined) return EXIT_STATUS.usage;
  const line = progressLine(process.stderr);
  let records: readonly PreviewedRecord[];
  try {
    records = await previewDocuments(plan, { count: n, id, onPhase: (progress) => line.show(progress) });
  } finally {
    line.clear();
  }
  process.stdout.write(json ? previewJson(records) : previewText(records, paintFor(process.stdout)));
  return records.some(hasRejects) ? EXIT_STATUS.rejects : EXIT_STATUS.done;
}
