/** What does an exit status mean, and what comes next? */
import type { ExitName } from '../../exit-status.ts';

interface StatusMeaning {
  readonly why: string;
  readonly advice: string;
}

export const STATUS_MEANINGS: Readonly<Record<ExitName, StatusMeaning>> = {
  done: {
    why: 'Everything that was asked for was done, and no document was rejected. Findings may deserve a look all the same.',
    advice: 'Read the findings of the report, if there are any.',
  },
  usage: {
    why: 'The command line or the plan is wrong, or what is there already forbids to begin. Nothing has been touched.',
    advice: 'Follow the sentence on standard error; "remodel check" lists everything that is wrong with a plan.',
  },
  maxErrors: {
    why: 'More documents were rejected than --max-errors allows, or a container says onConflict: abort and met a conflict.',
    advice: 'Look at the rejects, correct the plan or the data, and go on with the command in the last line.',
  },
  interrupted: {
    why: 'Ctrl-C or a signal ended it. What was done so far is committed, and the next start goes on from there.',
    advice: 'Type the command in the last line.',
  },
  fatal: {
    why: 'Something outside of the documents is in the way: a file that is missing, a full disk, a right that is lacking.',
    advice: 'Mend it and type the command in the last line: the run goes on where it stopped.',
  },
  differences: {
    why: 'An example of the plan does not come out as it says: a document is missing, extra or different, or something is rejected.',
    advice:
      'Look at the places that "remodel test" shows; mend the plan, or let --update make what comes out expected.',
  },
  locked: {
    why: "Two runs of one plan would undo each other's work, so the second one stops.",
    advice: 'Wait for the other one; the message says who it is, since when, and how to take over if it is gone.',
  },
  unbalanced: {
    why: 'read + made = written + filtered + rejected + merged + consumed + expired does not hold for every entity.',
    advice: 'Keep the state folder and report the bug with the report; do not rely on the output.',
  },
  rejects: {
    why: 'It came to its end, and some documents were rejected. All others were written.',
    advice: 'Look at rejects.ndjson, correct, and take the rejected ones through again with "remodel replay".',
  },
};
