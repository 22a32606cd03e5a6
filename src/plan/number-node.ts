/** Which JSON number does a number of a plan stand for? Its digits are kept, as those of documents are. */
import type { PlanNumber } from './node.ts';
import type { Problems } from './problem.ts';

export function numberNode(value: number, source: string, offset: number, problems: Problems): PlanNumber | undefined {
  if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(source))
    return { kind: 'number', offset, size: 1, value, json: source };
  if (!Number.isFinite(value)) {
    problems.error(
      offset,
      'unclear-number',
      `${source} is no number that JSON has; put it in quotes if text is meant.`,
    );
    return undefined;
  }
  const json = String(value);
  const message = `${source} is read as the number ${json}; write it so, or put it in quotes if text is meant.`;
  // A zip code or an article number that loses its zeros is not what anybody means.
  if (/^[-+]?0\d/.test(source)) problems.error(offset, 'unclear-number', message);
  else problems.warning(offset, 'unclear-number', message);
  return { kind: 'number', offset, size: 1, value, json };
}
