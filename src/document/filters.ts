/** What does `|filter` make of the text of a template's part? */
import { parseTime } from './time.ts';

export const FILTER_NAMES = [
  'year',
  'month',
  'day',
  'hour',
  'minute',
  'lower',
  'upper',
  'trim',
  'slug',
  'hash',
  'encode',
  'pad',
  'first',
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
export const TIME_FILTERS: readonly FilterName[] = ['year', 'month', 'day', 'hour', 'minute'];

/** Filters that work on text; `first` chooses among values before there is text. */
export interface Filter {
  readonly name: Exclude<FilterName, 'first'>;
  /** The filtered text, or `undefined` where the text is no time and a time is asked for. */
  apply(text: string, sha256: (text: string) => string): string | undefined;
}

/** The filters that take a whole number behind their name, and how large it may be. */
export const FILTER_ARGUMENTS: Readonly<
  Partial<Record<FilterName, { readonly maximum: number; readonly required: boolean }>>
> = {
  hash: { maximum: 64, required: false },
  // Longer than any id can be.
  pad: { maximum: 1023, required: true },
};

/** @param argument the number behind the name, where the filter takes one. */
export function filterOf(name: Filter['name'], argument: number | undefined): Filter {
  return { name, apply: FILTERS[name](argument) };
}

const FILTERS: Readonly<Record<Filter['name'], (argument: number | undefined) => Filter['apply']>> = {
  year: () => (text) => timePrefix(text, 'YYYY'),
  month: () => (text) => timePrefix(text, 'YYYY-MM'),
  day: () => (text) => timePrefix(text, 'YYYY-MM-DD'),
  hour: () => (text) => timePrefix(text, 'YYYY-MM-DDThh'),
  minute: () => (text) => timePrefix(text, 'YYYY-MM-DDThh:mm'),
  lower: () => (text) => text.toLowerCase(),
  upper: () => (text) => text.toUpperCase(),
  trim: () => (text) => text.trim(),
  slug: () => slug,
  hash: (length) => (text, sha256) => sha256(wellFormed(text)).slice(0, length),
  encode: () => encode,
  pad: (length) => (text) => text.padStart(length ?? 0, '0'),
};

/** Makes text legal as an id, reversibly: `~XX` for each byte that an id must not hold, `~` for no text at all. */
export function encode(text: string): string {
  return text === '' ? '~' : text.replaceAll(ILLEGAL_IN_ID, bytesInHex);
}

function timePrefix(text: string, form: string): string | undefined {
  const instant = parseTime(text);
  if (instant === undefined) return undefined;
  const iso = new Date(instant.milliseconds).toISOString();
  // An offset can lead out of the years that have four digits.
  return iso.slice(0, iso.length - 'YYYY-MM-DDThh:mm:ss.sssZ'.length + form.length);
}

/** Compatibility decomposition, accents off, lower case, runs of anything but letters and digits one dash. */
function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{Nd}]+/gu, '-').replaceAll(/^-|-$/g, '');
}

/** Lone surrogates have no UTF-8; they hash by their escaped form. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
}

const ILLEGAL_IN_ID = /[/\\?#~%]|\p{Cc}|^\s+|\s+$/gu;

function bytesInHex(text: string): string {
  let hex = '';
  for (const byte of new TextEncoder().encode(text)) hex += `~${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  return hex;
}
