// Does every value of real files arrive byte for byte, white space between tokens aside?
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../src/document/parse.ts';
import { Tape } from '../../src/document/tape.ts';
import { wireText } from '../../src/document/wire-text.ts';
import { openFileSources } from '../../src/source/open-file-sources.ts';
import { referenceTokens } from '../document/reference-json.ts';
import { sharedFolder } from '../shared-folder.ts';
import { sourcePlan } from './read-text.ts';

const data = sharedFolder('data');
const files =
  data === undefined
    ? []
    : readdirSync(data, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.json') && !name.includes('jsontestsuite'))
        .toSorted();

describe.skipIf(data === undefined)(
  `documents of public data sets${data === undefined ? ': skipped, there is no ../shared/data' : ''}`,
  () => {
    it('are many', () => {
      expect(files.length).toBeGreaterThan(15);
    });

    it.for(files)('%s', async (file) => {
      const packed = readFileSync(join(data!, file));
      const text = (packed[0] === 0x1f ? gunzipSync(packed) : packed).toString('utf8').replace(/^\u{feff}/u, '');
      const written = await documentsOf(file);
      expect(written.length).toBeGreaterThan(0);
      expect(written).toEqual(documentsByReference(text));
    });
  },
);

async function documentsOf(file: string): Promise<string[]> {
  const [shard] = await openFileSources([sourcePlan(file)], data!);
  const documents: string[] = [];
  const tape = new Tape();
  for await (const batch of shard!.batches()) {
    for (let i = 0; i < batch.count; i++) {
      tape.begin(batch.text);
      const value = parseDocument(tape, batch.text, batch.starts[i]!, batch.ends[i]!, batch.utf8);
      documents.push(
        typeof value === 'number' ? wireText(tape, value).toString() : `line ${batch.lines[i]}: ${value.problem}`,
      );
    }
    documents.push(...batch.broken.map(({ line, message }) => `line ${line}: ${message}`));
  }
  return documents;
}

/** Lines, or else one text; of an array its elements. */
function documentsByReference(text: string): string[] {
  const values = tokensOrNothing(text);
  if (values === undefined)
    return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [referenceTokens(line)[0]!.text]));
  if (values[0]!.kind === 'object') return [values[0]!.text];
  const elements: string[] = [];
  for (let at = 1; at < values.length; at += values[at]!.inside + 1) elements.push(values[at]!.text);
  return elements;
}

function tokensOrNothing(text: string): ReturnType<typeof referenceTokens> | undefined {
  try {
    return referenceTokens(text);
  } catch {
    return undefined;
  }
}
