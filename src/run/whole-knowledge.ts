/**
 * Is what a process had put on disk of what steps know still good? When all of it is safe there, a file says so, with what
 * it is of: a run that goes on need not read its references and documents again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { renameOver } from '../renamed-file.ts';
import type { FindingCount } from '../report/findings.ts';
import type { RunIdentity } from '../state/saved-run.ts';
import { sha256 } from './digests.ts';
import { WHOLE } from './own-folder.ts';

interface Whole {
  /** What tells it from what another run knows. */
  readonly of: string;
  /** What there is to say of it. */
  readonly findings: readonly FindingCount[];
}

/** Says that all of the folder is there, once it is safe from a loss of power. */
export async function declareWhole(
  own: string,
  identity: RunIdentity,
  findings: readonly FindingCount[],
): Promise<void> {
  for (const entry of await readdir(own, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = await open(join(entry.parentPath, entry.name), 'r');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }
  const whole: Whole = { of: nameOf(identity), findings };
  const partial = join(own, `${WHOLE}.partial`);
  writeFileSync(partial, JSON.stringify(whole), { mode: 0o600, flush: true });
  renameOver(partial, join(own, WHOLE));
}

/** What there is to say of the folder, if it is whole and of this run. */
export function wholeOf(own: string, identity: RunIdentity): readonly FindingCount[] | undefined {
  try {
    const { of, findings } = JSON.parse(readFileSync(join(own, WHOLE), 'utf8')) as Whole;
    return of === nameOf(identity) ? findings : undefined;
  } catch {
    // It was left before it was whole.
    return undefined;
  }
}

/** To be raised where other things are known than before, or are laid down in another way. */
const FORMAT = 1;

function nameOf({ planHash, secrets, sources, references, limit, startedAt }: RunIdentity): string {
  const parts = { format: FORMAT, planHash, secrets, sources, references, limit, startedAt };
  return sha256(JSON.stringify(parts));
}
