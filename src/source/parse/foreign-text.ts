/** Which text is this that no JSON begins with? Markup and tables are named; anything else is lines that are broken. */
import type { Buffer } from 'node:buffer';
import type { Foreign } from './foreign-binary.ts';

/** Bytes that are looked at. */
const LOOKED_AT = 16 * 1024;

export function foreignText(content: Buffer): Foreign | undefined {
  const text = content.toString('latin1', 0, LOOKED_AT).trimStart();
  if (/^<(!doctype html|html|head|body)\b/i.test(text)) return HTML;
  if (/^<(\?xml|!--|!doctype|[a-z])/i.test(text)) return XML;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return isTable(lines, content.length > LOOKED_AT ? lines.length - 1 : lines.length) ? CSV : undefined;
}

/**
 * Whether the first lines are no JSON and have equally many commas, semicolons or tabs between their fields.
 * @param whole so many of the lines can be seen to their end
 */
function isTable(lines: readonly string[], whole: number): boolean {
  const [first, second] = lines;
  if (first === undefined || canBeJson(first, whole > 0)) return false;
  if (second !== undefined && canBeJson(second, whole > 1)) return false;
  return [',', ';', '\t'].some((separator) => {
    const fields = fieldsIn(first, separator);
    return fields > 1 && (second === undefined || whole < 2 || fieldsIn(second, separator) === fields);
  });
}

/** Whether a line is a record, one that is broken, or the beginning of one that goes on where nobody looks. */
function canBeJson(line: string, isWhole: boolean): boolean {
  return /^\s*[[{]/.test(line) || isJson(line) || (!isWhole && OPEN_STRING.test(line));
}

/** Only a string is so long. */
const OPEN_STRING = /^\s*"(?:[^"\\]|\\.)*\\?$/;

/** Fields of a line; a quoted one may hold the separator. */
function fieldsIn(line: string, separator: string): number {
  let count = 1;
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) count++;
  }
  return count;
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

const HTML: Foreign = {
  what: 'an HTML page',
  advice: 'A download may have given a login or error page instead of the file: open it, and download the file again.',
};

const XML: Foreign = { what: 'an XML file', advice: 'Convert it to NDJSON first, one object a line.' };

const CSV: Foreign = {
  what: 'CSV or another table of text',
  advice:
    'Convert it to NDJSON first, for example mlr --icsv --ojsonl cat FILE.csv; if its lines are records all the same, say `format: ndjson` in the source.',
};
