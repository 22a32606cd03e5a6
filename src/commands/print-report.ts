/** Where does a report go? Into the state folder, unless nothing is to be written, and to standard output as text or JSON. */
import { join } from 'node:path';
import process from 'node:process';
import type { Report } from '../report/report.ts';
import { reportText } from '../report/text.ts';
import { paintFor } from '../report/text/paint.ts';
import { writePrivate } from '../state/folder.ts';
import { textWidth } from './text-width.ts';

export function printReport(report: Report, asJson: boolean): void {
  const json = `${JSON.stringify(report, null, 2)}\n`;
  if (report.dryRun !== true) writePrivate(join(report.files.state, 'report.json'), json);
  process.stdout.write(
    asJson ? json : reportText(report, { width: textWidth(), paint: paintFor(process.stdout), folder: process.cwd() }),
  );
}
