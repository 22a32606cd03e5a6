/** What does the value of an option mean, and is it one? */
import { InvalidArgumentError } from 'commander';
import type { MaxErrors } from '../run/max-errors.ts';

export function parseLimit(text: string): number {
  const limit = wholeNumber(text);
  if (limit === undefined || limit === 0) throw new InvalidArgumentError('A whole number from 1 on is needed.');
  return limit;
}

export function parsePort(text: string): number {
  const port = wholeNumber(text);
  if (port === undefined || port > 65_535) throw new InvalidArgumentError('A port from 0 to 65535 is needed.');
  return port;
}

export function parseMaxErrors(text: string): MaxErrors {
  const percent = /^(\d+(?:\.\d+)?)\s*%$/.exec(text)?.[1];
  if (percent !== undefined && Number(percent) <= 100) return { percent: Number(percent) };
  const count = wholeNumber(text);
  if (count === undefined)
    throw new InvalidArgumentError('A number of rejects is needed, such as 100, or a share, such as 1%.');
  return { count };
}

/** For an option that may be given several times. */
export function collected(text: string, before: true | readonly string[] | undefined): readonly string[] {
  return Array.isArray(before) ? [...(before as readonly string[]), text] : [text];
}

function wholeNumber(text: string): number | undefined {
  const number = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(number) ? number : undefined;
}
