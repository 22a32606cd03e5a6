/** Can this run, and what must be decided? The first thing a report says. */
import type { Finding } from '../findings.ts';
import type { Report } from '../report.ts';
import { amountText, countText } from './quantities.ts';

export interface Verdict {
  readonly mood: 'good' | 'careful' | 'bad';
  /** One sentence or two. */
  readonly headline: string;
  /** What must be decided before the real run: what is refused, then what needs a look. */
  readonly decisions: readonly Finding[];
}

export function verdictOf(report: Report): Verdict {
  const decisions = report.findings.filter(({ severity }) => severity !== 'info');
  const { mood, headline } = headlineOf(report, decisions);
  return { mood, headline: `${headline}${limitText(report)}`, decisions };
}

function headlineOf(report: Report, decisions: readonly Finding[]): Omit<Verdict, 'decisions'> {
  const { rejected, balance, incomplete, source, command, dryRun = false } = report;
  const isRehearsal = command === 'rehearse';
  if (incomplete !== undefined) {
    return { mood: 'bad', headline: `Not finished: ${incomplete} What follows is about what was done until then.` };
  }
  if (!balance.ok) {
    return {
      mood: 'bad',
      headline: 'The books do not balance. This is a bug of remodel: do not trust this run, and please report it.',
    };
  }
  if (source.documents === 0) {
    return { mood: 'careful', headline: 'Nothing was read: the sources hold no documents.' };
  }
  if (rejected > 0) {
    const past = rejected === 1 ? 'was rejected' : 'were rejected';
    const verb = isRehearsal ? 'would be refused' : dryRun ? 'would be rejected' : past;
    const much = `${countText(rejected)} of ${amountText(outcomes(report), 'document')} ${verb}.`;
    if (dryRun) return { mood: 'bad', headline: `Nothing was written. With rejects: ${much}` };
    return { mood: 'bad', headline: isRehearsal ? `Not ready: ${much}` : `Done, with rejects: ${much}` };
  }
  const ready = isRehearsal ? 'Ready' : 'Done';
  const written = isRehearsal ? 'every document would be accepted' : 'every document was written';
  const accepted = dryRun ? 'Nothing was written: every document would be' : `${ready}: ${written}`;
  if (decisions.length > 0) {
    return {
      mood: 'careful',
      headline: `${accepted}, but ${amountText(decisions.length, 'thing')} ${decisions.length === 1 ? 'deserves' : 'deserve'} a look.`,
    };
  }
  return { mood: 'good', headline: `${accepted}.` };
}

/** What comes behind the limit is not known. */
function limitText({ limit, source }: Report): string {
  if (limit === undefined || source.documents < limit) return '';
  return ` Only the first ${limit === 1 ? 'record was' : `${countText(limit)} records were`} read (--limit).`;
}

function outcomes({ entities }: Report): number {
  return Object.values(entities).reduce((sum, { written, rejected, merged }) => sum + written + rejected + merged, 0);
}
