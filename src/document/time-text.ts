/** How is an instant written? As ISO 8601 in UTC with `Z`, milliseconds only where there are some. */

/** The text of so many milliseconds since 1970; `undefined` outside of the years 0 to 9999, which have no such text. */
export function timeText(milliseconds: number): string | undefined {
  if (!(milliseconds >= FIRST && milliseconds <= LAST)) return undefined;
  const text = new Date(milliseconds).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, -'.000Z'.length)}Z` : text;
}

const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
