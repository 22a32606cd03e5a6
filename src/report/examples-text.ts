/** How is it told to people whether the examples of a plan come out? A line each, and below those that do not, in what they differ. */
import type { ExampleDifference, ExampleRejection, ExampleResult } from './example-result.ts';
import { amountText, countText } from './text/quantities.ts';
import type { Paint } from './text/paint.ts';
import { shortened } from './text/shortened.ts';

export function examplesText(results: readonly ExampleResult[], paint: Paint): string {
  const passed = results.filter((result) => result.passed).length;
  const all = passed === results.length;
  const sum = all
    ? `${amountText(passed, 'example')} passed.`
    : `${countText(passed)} of ${amountText(results.length, 'example')} passed.`;
  const lines = results.flatMap((result) => exampleLines(result, paint));
  return `${[...lines, '', paint(all ? 'green' : 'red', sum)].join('\n')}\n`;
}

function exampleLines(result: ExampleResult, paint: Paint): string[] {
  const { name, passed, differences, rejections, notRejected } = result;
  if (passed) return [`${paint('green', '✓')} ${name}`];
  return [
    `${paint('red', '✗')} ${name}`,
    ...documentLines(differences, paint),
    ...rejections
      .filter(({ isExpected }) => !isExpected)
      .map((rejection) => `    ${paint('red', '!')} ${rejectionText(rejection)}`),
    ...notRejected.map((text) => `    ${paint('red', '-')} no rejection says ${JSON.stringify(text)}`),
  ];
}

/** So many places are shown of one example. */
const MOST = 50;

/** Places of one document stand below its name. */
function documentLines(differences: readonly ExampleDifference[], paint: Paint): string[] {
  const lines: string[] = [];
  let before = '';
  for (const difference of differences.slice(0, MOST)) {
    const name = nameOf(difference);
    if (difference.path === '/') {
      const what = difference.kind === 'missing' ? 'expected, and not there' : 'there, and not expected';
      lines.push(`    ${difference.kind === 'different' ? name : `${name}, ${what}`}`);
    } else if (name !== before) lines.push(`    ${name}`);
    before = name;
    lines.push(`      ${placeText(difference, paint)}`);
  }
  const more = differences.length - MOST;
  return more > 0 ? [...lines, `      … ${countText(more)} more`] : lines;
}

function placeText({ kind, path, expected = '', found = '' }: ExampleDifference, paint: Paint): string {
  const place = path === '/' ? '' : `${path}  `;
  const [left, right] = [shortened(expected), shortened(found)];
  if (kind === 'missing') return paint('red', `- ${place}${left}`);
  if (kind === 'extra') return paint('green', `+ ${place}${right}`);
  return `${paint('yellow', '~')} ${place}expected ${paint('red', left)}, found ${paint('green', right)}`;
}

function nameOf({ entity, id }: ExampleDifference): string {
  return id === undefined ? entity : `${entity} ${id}`;
}

function rejectionText({ entity, id, step, container, code, message }: ExampleRejection): string {
  const where = step === undefined ? (container === undefined ? '' : ` by ${container}`) : ` at ${step}`;
  const name = id === undefined ? entity : `${entity} ${id}`;
  return `${name} was rejected${where}: ${code} ${message}`;
}
