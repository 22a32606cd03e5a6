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
  return { ...headlineOf(report, decisions), decisions };
}

function headlineOf(report: Report, decisions: readonly Finding[]): Omit<Verdict, 'decisions'> {
  const { rejected, balance, incomplete, source, command } = report;
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
    const verb = isRehearsal ? 'would be refused' : rejected === 1 ? 'was rejected' : 'were rejected';
    const much = `${countText(rejected)} of ${amountText(outcomes(report), 'document')} ${verb}.`;
    return { mood: 'bad', headline: isRehearsal ? `Not ready: ${much}` : `Done, with rejects: ${much}` };
  }
  const accepted = isRehearsal ? 'every document would be accepted' : 'every document was written';
  if (decisions.length > 0) {
    return {
      mood: 'careful',
      headline: `${isRehearsal ? 'Ready' : 'Done'}: ${accepted}, but ${amountText(decisions.length, 'thing')} ${decisions.length === 1 ? 'deserves' : 'deserve'} a look.`,
    };
  }
  return { mood: 'good', headline: `${isRehearsal ? 'Ready' : 'Done'}: ${accepted}.` };
}

function outcomes({ entities }: Report): number {
  return Object.values(entities).reduce((sum, { written, rejected, merged }) => sum + written + rejected + merged, 0);
}
