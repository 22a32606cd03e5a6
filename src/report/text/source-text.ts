/** How were the sources read, in a sentence each? */
import { sourceName } from '../../document/position.ts';
import type { SourceFiles } from '../source-files.ts';
import { amountText } from './quantities.ts';

/** Lines about sources that are shown; many patterns and mixtures are rare. */
const SHOWN = 10;

export function sourceLines(sources: readonly SourceFiles[]): string[] {
  const lines = sources.slice(0, SHOWN).map(sourceLine);
  if (sources.length > SHOWN) lines.push(`… and ${sources.length - SHOWN} more kinds; report.json has them all.`);
  return lines;
}

/** `posts-*.ndjson (3 files): NDJSON, gzip, with a byte order mark` */
function sourceLine({ source, files, format, detected, select, compression, byteOrderMark }: SourceFiles): string {
  const name = sourceName(source);
  const parts = [
    select === undefined ? NAMES[format]! : `the elements of ${select} in ${NAMES_INSIDE[format]!}`,
    ...(detected ? [] : ['as the plan says']),
    ...(compression === undefined ? [] : [compression]),
    ...(byteOrderMark === true ? ['with a byte order mark'] : []),
  ];
  return `${name}${files === 1 ? '' : ` (${amountText(files, 'file')})`}: ${parts.join(', ')}`;
}

const NAMES: Readonly<Record<string, string>> = {
  ndjson: 'NDJSON',
  array: 'a JSON array',
  object: 'one JSON object',
  concatenated: 'JSON values one after the other',
  jsonc: 'JSON with comments',
};

const NAMES_INSIDE: Readonly<Record<string, string>> = { ...NAMES, array: 'JSON', object: 'JSON' };
