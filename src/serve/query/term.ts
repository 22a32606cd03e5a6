/**
 * What is a value in a query? What JavaScript has for JSON, `undefined` for what is not there, and `Stored` for the
 * numbers, objects and arrays of items, which keep their text: results have the digits that were stored, while
 * everything is compared as the service does, numbers as doubles.
 */

export type Term = unknown;

export class Stored {
  readonly text: string;
  #value: unknown;

  constructor(text: string) {
    this.text = text;
  }

  get value(): unknown {
    return (this.#value ??= JSON.parse(this.text) as unknown);
  }
}

/** As JavaScript has it, all the way down. */
export function plain(term: Term): unknown {
  if (term instanceof Stored) return term.value;
  if (Array.isArray(term)) return term.map(plain);
  if (typeof term !== 'object' || term === null) return term;
  return Object.fromEntries(Object.entries(term).map(([name, value]) => [name, plain(value)]));
}

/** As JSON; `undefined` for what is not there. */
export function jsonOf(term: Term): string | undefined {
  if (term instanceof Stored) return term.text;
  if (Array.isArray(term)) return `[${term.flatMap((one: Term) => jsonOf(one) ?? []).join(',')}]`;
  if (typeof term !== 'object' || term === null) return JSON.stringify(term);
  const members = Object.entries(term).flatMap(([name, value]) => {
    const text = jsonOf(value);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(',')}}`;
}

/** Of the types, in the order in which ORDER BY has them. */
export function rankOf(value: unknown): number {
  if (value === undefined) return 0;
  if (value === null) return 1;
  if (typeof value === 'boolean') return 2;
  if (typeof value === 'number') return 3;
  if (typeof value === 'string') return 4;
  return Array.isArray(value) ? 5 : 6;
}

/** Below 0, 0 or above: first by type, then by value; texts by code unit. Both have to be plain. */
export function compare(one: unknown, other: unknown): number {
  const ranks = rankOf(one) - rankOf(other);
  if (ranks !== 0) return ranks;
  if (typeof one === 'object' && one !== null) {
    const [left, right] = [canonical(one), canonical(other)];
    return left < right ? -1 : left > right ? 1 : 0;
  }
  const [left, right] = [one as number, other as number];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** One text for each value, whatever the order of its keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part !== 'object' || part === null || Array.isArray(part)
      ? part
      : Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  );
}
