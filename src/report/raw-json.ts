/** How does JSON get into JSON with its digits and bytes? As text that is put in as it is. */

/** JSON text that stands for a value. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** As `JSON.stringify` writes it, two blanks a level, with raw text where it stands; `undefined` is left out. */
export function rawJsonText(value: unknown, indent: string = ''): string {
  if (value instanceof RawJson) return value.text;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => inner + rawJsonText(item, inner)).join(',\n')}\n${indent}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  if (members.length === 0) return '{}';
  const lines = members.map(([key, item]) => `${inner}${JSON.stringify(key)}: ${rawJsonText(item, inner)}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}
