/** How is an explanation read on a terminal? */
import { paragraphLines } from '../../report/text/layout.ts';
import { type Explanation, GROUPS } from './explanation.ts';

const WIDTH = 100;

export function explanationText(explanation: Explanation): string {
  const { name, severity, status, title, meaning, example, advice, mend, service } = explanation;
  const marks = [severity, status === undefined ? undefined : `the service would answer ${status}`];
  const said = marks.filter((mark) => mark !== undefined).join('; ');
  const lines = [`${name}${said === '' ? '' : ` (${said})`}`, ...paragraphLines(`${title}.`, WIDTH, '')];
  lines.push('', 'What it means', ...paragraphLines(meaning, WIDTH));
  if (example !== undefined) {
    lines.push('', 'How it looks');
    if (example.data !== undefined) lines.push('  in the data:', ...indented(example.data));
    if (example.plan !== undefined) lines.push('  with the plan:', ...indented(example.plan));
    if (example.says !== undefined) lines.push('  is said:', ...paragraphLines(example.says, WIDTH, '    '));
  }
  lines.push('', 'What to do', ...paragraphLines(advice, WIDTH));
  if (mend !== undefined) lines.push('  in the plan:', ...indented(mend));
  if (service !== undefined)
    lines.push('', "The service's rule", ...paragraphLines(service.rule, WIDTH), `  ${service.source}`);
  return `${lines.join('\n')}\n`;
}

/** All of them, a line each, by group. */
export function listText(all: readonly Explanation[]): string {
  const width = Math.max(...all.map(({ name }) => name.length));
  const groups = GROUPS.map((group) => {
    const of = all.filter((one) => one.group === group);
    return [group, ...of.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}`)].join('\n');
  });
  return `${groups.join('\n\n')}\n\n"remodel explain <code>" says more about each of them.\n`;
}

function indented(text: string): string[] {
  return text.split('\n').map((line) => `    ${line}`);
}
