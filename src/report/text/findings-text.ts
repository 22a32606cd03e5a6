/** What was found, what does it mean, what can be done, and where can it be seen? */
import { sourceName } from '../../document/position.ts';
import { codeInfo } from '../codes.ts';
import type { Finding, FindingExample } from '../findings.ts';
import { paragraphLines } from './layout.ts';
import type { Paint } from './paint.ts';
import { countText } from './quantities.ts';

/** A heading of one line, as the list of decisions has it too. */
export function findingHeading({ code, severity, count, container, entity, path }: Finding, paint: Paint): string {
  const where = [container, path].filter((part) => part !== undefined).join(' ') || (entity ?? '');
  return `${paint(SEVERITY_STYLES[severity], severity.padEnd(7))} ${paint('bold', code)}${where === '' ? '' : `  ${where}`}  × ${countText(count)}`;
}

export function findingTitle({ code }: Finding): string {
  return codeInfo(code).title;
}

export function findingLines(finding: Finding, width: number, paint: Paint): string[] {
  const more = finding.count > finding.examples.length && finding.examples.length > 0;
  return [
    `  ${findingHeading(finding, paint)}`,
    ...paragraphLines(finding.message, width, '    '),
    // Some messages say themselves what to do.
    ...(finding.message.includes(finding.advice) ? [] : paragraphLines(finding.advice, width, '    → ')),
    ...finding.examples.map((example, i) => {
      const isLast = more && i === finding.examples.length - 1;
      return paint('dim', `    ${i === 0 ? 'e.g.' : '    '} ${exampleText(example)}${isLast ? ' …' : ''}`);
    }),
  ];
}

const SEVERITY_STYLES = { error: 'red', warning: 'yellow', info: 'cyan' } as const;

/** `posts.ndjson:7 id "3": 12345` */
function exampleText({ source, line, offset, id, value }: FindingExample): string {
  // A file that is one line needs more than the line.
  const within = line === 1 && offset !== undefined && offset > 0 ? ` (offset ${offset})` : '';
  const place = source === undefined ? '' : `${sourceName(source)}:${line}${within}`;
  const named = id === undefined ? '' : `id ${JSON.stringify(id)}`;
  const about = [place, named].filter((part) => part !== '').join('  ');
  return value === undefined ? about : `${about}${about === '' ? '' : ': '}${value}`;
}
