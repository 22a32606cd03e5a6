/**
 * Who has lost to whom? A line for each, in the order of the data: what it was called, who stands for it now (and of which
 * entity that is, where it is another one), and all that it held.
 */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { AppendFile } from '../../container/append-file.ts';
import type { ExternalSort } from '../../container/external-sort.ts';
import { keyOf } from '../../document/key.ts';
import { findMember, valueAt } from '../../document/members.ts';
import { parseDocument } from '../../document/parse.ts';
import { END, Tape } from '../../document/tape.ts';
import { damaged } from '../../reopened-file.ts';
import type { GatheredDocuments } from '../gathered/documents.ts';
import { placeOf } from '../references/sorted-index.ts';
import { OutcomeReader } from './outcome-file.ts';

/** The file's name, in the folder of a contest and in that of the run. */
export const DUPLICATES = 'duplicates.ndjson';

/** Lines between two breaths. */
const AT_ONCE = 1 << 10;
/** What is kept in memory of the outcomes, bytes. */
const CACHE = 8 << 20;
const ID = keyOf('id');

export interface Losing {
  readonly folder: string;
  readonly documents: GatheredDocuments;
  /** All who competed: by their numbers, with the place of the outcome. */
  readonly entered: ExternalSort;
  readonly breathe: () => Promise<void>;
}

export async function writeDuplicates({ folder, documents, entered, breathe }: Losing): Promise<void> {
  const outcomes = new OutcomeReader(folder, CACHE);
  const file = new AppendFile(openSync(join(folder, DUPLICATES), 'w+', 0o600));
  const sorted = entered.finish();
  const tape = new Tape();
  try {
    for (let i = 1; sorted.next(); i++) {
      outcomes.seek(placeOf(sorted.third, sorted.fourth));
      const { origin, nth, entity } = documents.facts(sorted.low);
      if (!outcomes.isWonBy({ ...origin, nth })) writeLine(entity, sorted.low);
      if (i % AT_ONCE === 0) {
        await breathe();
        await file.drain();
      }
    }
    await file.end();
  } finally {
    sorted.close();
    outcomes.close();
    closeSync(file.file);
  }

  /** What has no id has no `id` in its line either. */
  function writeLine(entity: string, number: number): void {
    const { output } = file;
    const { bytes, start, end } = documents.text(number);
    tape.begin(bytes);
    const root = parseDocument(tape, bytes, start, end, true);
    if (typeof root !== 'number') throw damaged('What has entered a contest is not what was written.');
    output.text(`{"entity":${JSON.stringify(entity)}`);
    const found = findMember(tape, root, ID);
    if (found !== END) {
      const id = valueAt(tape, found);
      output.text(',"id":');
      output.copy(bytes, tape.start(id), tape.end(id));
    }
    const before = output.length;
    output.text(',"winner":');
    const other = documents.entityOf(outcomes.entityNumber);
    if (!outcomes.winnerId(output)) output.length = before;
    else if (other !== entity) output.text(`,"winnerEntity":${JSON.stringify(other)}`);
    output.text(',"doc":');
    output.copy(bytes, start, end);
    output.text('}\n');
    file.pass();
  }
}
