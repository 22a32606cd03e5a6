// The documents of a file, found without any of the project's code: tokens by one expression, nesting by counting.
const TOKEN = /"(?:[^"\\]|\\[^])*"|[[\]{},:]|[^\s[\]{},:"]+/g;

/** The text of each document, without white space between its tokens: the elements of one array, or values in a row. */
export function documentsIn(text: string): string[] {
  const values: string[] = [];
  let tokens: string[] = [];
  let depth = 0;
  const isArray = /^\uFEFF?\s*\[/.test(text);
  const level = isArray ? 1 : 0;
  for (const [token] of text.replace(/^\uFEFF/, '').matchAll(TOKEN)) {
    const opens = token === '{' || token === '[';
    const closes = token === '}' || token === ']';
    if (isArray && ((depth === 0 && opens) || (depth === 1 && (token === ',' || token === ']')))) {
      depth += opens ? 1 : closes ? -1 : 0;
      continue;
    }
    tokens.push(token);
    depth += opens ? 1 : closes ? -1 : 0;
    if (depth > level) continue;
    values.push(tokens.join(''));
    tokens = [];
  }
  return values;
}

const SYSTEM = /^"(?:_rid|_self|_etag|_attachments|_ts)"$/;

/** A document without the properties that belong to the service, which enter no container. */
export function withoutSystemProperties(document: string): string {
  const members: string[][] = [[]];
  let depth = 0;
  for (const [token] of document.slice(1, -1).matchAll(TOKEN)) {
    if (token === ',' && depth === 0) members.push([]);
    else members.at(-1)!.push(token);
    depth += token === '{' || token === '[' ? 1 : token === '}' || token === ']' ? -1 : 0;
  }
  return `{${members
    .filter(([key]) => key === undefined || !SYSTEM.test(key))
    .map((tokens) => tokens.join(''))
    .join(',')}}`;
}
