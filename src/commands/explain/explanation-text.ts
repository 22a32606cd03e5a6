/** How is an explanation read on a terminal? */
import { paragraphLines } from '../../report/text/layout.ts';
import { type Explanation, GROUPS } from './explanation.ts';

/** @param width columns */
export function explanationText(explanation: Explanation, width: number = 100): string {
  const { name, severity, status, title, meaning, example, advice, mend, service } = explanation;
  const marks = [severity, status === undefined ? undefined : `the service would answer ${status}`];
  const said = marks.filter((mark) => mark !== undefined).join('; ');
  const lines = [`${name}${said === '' ? '' : ` (${said})`}`, ...paragraphLines(`${title}.`, width, '')];
  lines.push('', 'What it means', ...paragraphLines(meaning, width));
  if (example !== undefined) {
    lines.push('', 'How it looks');
    if (example.data !== undefined) lines.push('  in the data:', ...indented(example.data));
    if (example.plan !== undefined) lines.push('  with the plan:', ...indented(example.plan));
    if (example.says !== undefined) lines.push('  is said:', ...paragraphLines(example.says, width, '    '));
  }
  lines.push('', 'What to do', ...paragraphLines(advice, width));
  if (mend !== undefined) lines.push('  in the plan:', ...indented(mend));
  if (service !== undefined)
    lines.push('', "The service's rule", ...paragraphLines(service.rule, width), `  ${service.source}`);
  return `${lines.join('\n')}\n`;
}

/** All of them, a line each, by group. */
export function listText(all: readonly Explanation[], width: number = 100): string {
  const longest = Math.max(...all.map(({ name }) => name.length));
  const groups = GROUPS.map((group) => {
    const of = all.filter((one) => one.group === group);
    return [
      group,
      ...of.flatMap(({ name, title }) => paragraphLines(title, width, `  ${name.padEnd(longest)}  `)),
    ].join('\n');
  });
  return `${groups.join('\n\n')}\n\n"remodel explain <code>" says more about each of them.\n`;
}

function indented(text: string): string[] {
  return text.split('\n').map((line) => `    ${line}`);
}
