/**
 * Would a new run replace rejects that somebody still works on? Those of a run that came to its end can be replayed as
 * long as its state is there, and corrections by hand stand in their file alone.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Fatal } from '../errors.ts';
import type { RunIdentity, SavedRun } from '../state/saved-run.ts';
import { COMPLETE, REJECTS } from './kept-files.ts';
import { shellText } from './shell-text.ts';
import type { Ways } from './changed-run.ts';

/** The clock of the files may be coarser than ours, milliseconds. */
const COARSE = 2_000;

/** @throws Fatal where rejects would go that cannot be had again by the same run */
export function refuseToLoseRejects(saved: SavedRun | undefined, now: RunIdentity, ways: Ways): void {
  const committed = saved?.ended === COMPLETE ? (saved.files[REJECTS] ?? 0) : 0;
  if (saved === undefined || committed === 0) return;
  const file = join(ways.stateFolder, REJECTS);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || found.size === 0) return;
  const isChanged = found.size !== committed || found.mtimeMs > saved.committedAt + COARSE;
  if (isChanged)
    throw lost(
      `${file} has been changed since its run ended, perhaps corrected by hand; it would be replaced.`,
      file,
      ways,
    );
  if (saved.command === 'run' && now.command === 'rehearse')
    throw lost(
      `A rehearsal would replace the state of the run in ${ways.stateFolder}, whose rejects can be replayed.`,
      file,
      ways,
    );
}

function lost(message: string, file: string, { freshCommand }: Ways): Fatal {
  const replay = shellText(['remodel', 'replay', file]);
  return new Fatal('usage', message, {
    advice: `To take the rejects through the plan once more:\n${replay}\nTo keep them, name another folder by --state. To give them up:\n${freshCommand}`,
  });
}
