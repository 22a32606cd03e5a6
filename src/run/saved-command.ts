/** Which command goes on with a run that is saved? Made from what identifies it, since it may have been typed elsewhere. */
import { defaultStateFolder } from '../state/folder.ts';
import type { RunIdentity } from '../state/saved-run.ts';
import { shellText } from './shell-text.ts';
import { shownFrom } from './shown-path.ts';

/** @param shown how a path is written; by default relative to the working folder where it lies in it */
export function savedCommand(
  saved: RunIdentity,
  stateFolder: string,
  shown: (path: string) => string = (path) => shownFrom(process.cwd(), path),
): string {
  const { command, planName, planFile, target, limit } = saved;
  const args = ['remodel', command, shown(planFile)];
  if (target.folder !== undefined) args.push(command === 'run' ? '--to' : '--out', shown(target.folder));
  if (stateFolder !== defaultStateFolder(planFile, planName)) args.push('--state', shown(stateFolder));
  if (limit !== undefined) args.push('--limit', String(limit));
  return shellText(args);
}
