/**
 * Where in a text does another one stand? In time that grows with both lengths, not with their product, as the engine's
 * own search does for texts like `aaaa…`, both of which may come out of a document.
 */

/** The first place, or -1. */
export function firstPlace(text: string, part: string): number {
  if (isQuick(text, part)) return text.indexOf(part);
  for (const place of places(text, part)) return place;
  return -1;
}

/** The last place, or -1. */
export function lastPlace(text: string, part: string): number {
  if (isQuick(text, part)) return text.lastIndexOf(part);
  let last = -1;
  for (const place of places(text, part)) last = place;
  return last;
}

/** What stands between, from left to right. */
export function between(text: string, part: string): string[] {
  if (isQuick(text, part)) return text.split(part);
  const parts: string[] = [];
  let from = 0;
  for (const place of places(text, part)) {
    if (place < from) continue;
    parts.push(text.slice(from, place));
    from = place + part.length;
  }
  parts.push(text.slice(from));
  return parts;
}

/** Whether the engine's search cannot take long. */
function isQuick(text: string, part: string): boolean {
  return text.length * part.length <= QUICK || part.length > text.length;
}

const QUICK = 1 << 22;

/** Every place, also of those that overlap: the search of Knuth, Morris and Pratt. */
function* places(text: string, part: string): Generator<number> {
  const back = backSteps(part);
  let fits = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (fits > 0 && part.charCodeAt(fits) !== unit) fits = back[fits - 1]!;
    if (part.charCodeAt(fits) === unit) fits++;
    if (fits < part.length) continue;
    yield at + 1 - part.length;
    fits = back[fits - 1]!;
  }
}

/** For each beginning of the text, how much of the text its end repeats. */
function backSteps(text: string): Int32Array {
  const back = new Int32Array(text.length);
  let fits = 0;
  for (let at = 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (fits > 0 && text.charCodeAt(fits) !== unit) fits = back[fits - 1]!;
    if (text.charCodeAt(fits) === unit) fits++;
    back[at] = fits;
  }
  return back;
}
