/** How far has a run come, for people? `checkpoint.json`: an export of the state that nothing reads back. */
import { join } from 'node:path';
import { writePrivate } from './folder.ts';
import type { Progress, RunIdentity } from './saved-run.ts';
import { renameOver } from '../renamed-file.ts';

/** Replaces the file in one step, so that a reader never sees half of it. */
export function exportCheckpoint(
  folder: string,
  { startedAt, findings: _findings, bytesRead: _bytesRead, ...run }: RunIdentity & Progress,
): void {
  const file = join(folder, 'checkpoint.json');
  const text = JSON.stringify(
    { note: 'An export for people; remodel itself reads state.db.', startedAt: new Date(startedAt), ...run },
    null,
    2,
  );
  writePrivate(`${file}.new`, `${text}\n`);
  renameOver(`${file}.new`, file);
}
