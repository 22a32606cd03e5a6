/** Which of the names that exist was probably meant by one that does not? */

/** `; did you mean "rename"?`, or nothing when no name is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const near = nearest(name, known);
  return near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
}

/** What a text that should be a path was probably meant to be: `$.a.b`, `a.b` and `a[0]` are spellings of other tools. */
export function pathMeantBy(text: string): string {
  const dotted = text.replace(/^\$\.?/, '').replace(/\[(\w+|\*)\]/g, '.$1');
  const path = `/${dotted.replaceAll('.', '/')}`;
  let alternative = '';
  if (text.includes('/')) alternative = `, or '/${JSON.stringify(text)}' if the name holds the slash`;
  else if (text.includes('.') && !text.startsWith('$'))
    alternative = `, or ${JSON.stringify(`/${text}`)} if the name holds the dot`;
  return text === '' ? '' : `; write ${JSON.stringify(path)}${alternative}`;
}

/** The nearest name: at most a third of its letters differ, case aside. */
function nearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let least = Infinity;
  for (const candidate of known) {
    const allowed = Math.max(1, Math.floor(Math.max(candidate.length, name.length) / 3));
    if (Math.abs(candidate.length - name.length) > allowed) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance <= allowed && distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** Letters put in, left out, replaced, and neighbours exchanged, each counting one. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = last[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      let cost = Math.min(replaced, last[column]! + 1, current[column - 1]! + 1);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}
