// Did a start end as the fault that struck it wants it to? Killed, or with its exit status and its sentence.
import { EXIT_STATUS } from '../../src/exit-status.ts';
import type { Fault } from './fault.ts';
import type { Ended } from './start.ts';

/** What became of a start. */
export type Ending = 'complete' | 'killed' | 'stopped' | 'wrong';

/** @param complete the exit status of an undisturbed run */
export function endingOf(ended: Ended, complete: number | null, fault?: Fault): Ending {
  if (ended.status === complete) return mustStop(fault, ended.diary?.struck) ? 'wrong' : 'complete';
  return fault === undefined ? 'wrong' : struckEnding(ended, fault);
}

/**
 * A signal may come too late; a disk that fails must not go unnoticed. But a failed renewal of the lease is made up for
 * by the next one, and one that cannot be given back is found to be nobody's.
 */
function mustStop(fault: Fault | undefined, struck: string | undefined): boolean {
  if (struck === undefined || (fault?.kind !== 'full disk' && fault?.kind !== 'broken disk')) return false;
  return fault.kind === 'full disk' || (fault.act !== 'statement' && fault.act !== 'commit');
}

function struckEnding(ended: Ended, fault: Fault): Ending {
  const { status, signal, stderr } = ended;
  if (fault.kind === 'kill' || fault.kind === 'kill from outside') return signal === 'SIGKILL' ? 'killed' : 'wrong';
  if (fault.kind === 'signal' || fault.kind === 'signal from outside') {
    if (status === EXIT_STATUS.interrupted) return saysHowToGoOn(ended) ? 'stopped' : 'wrong';
    // It came before anybody listened.
    return signal === fault.signal ? 'killed' : 'wrong';
  }
  return status === EXIT_STATUS.fatal && SENTENCES[fault.kind].test(stderr) ? 'stopped' : 'wrong';
}

const SENTENCES = {
  'full disk': /the disk is full/,
  'broken disk': /the disk or its connection failed|disk I\/O error/,
  // SQLite does not say what keeps it from the memory that processes share.
  'small disk': /the disk is full|disk I\/O error/,
} as const;

/** The last line is the command itself. */
function saysHowToGoOn({ typed, stderr }: Ended): boolean {
  return typed === undefined || stderr.endsWith(`\n${typed}\n`);
}
