/**
 * What do the first documents become, step by step? They pass the plan as in a rehearsal, into empty containers that go
 * afterwards, and each step is watched.
 */
import { isUtf8 } from 'node:buffer';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { Fatal } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import type { PreviewedDocument, PreviewedRecord } from '../report/preview.ts';
import type { Reject } from '../report/reject-lines.ts';
import { amountText } from '../report/text/quantities.ts';
import { Tally } from '../report/tally.ts';
import { openFileSources } from '../source/open-file-sources.ts';
import type { Refused } from '../transform/gathering.ts';
import type { PhaseProgress } from './options.ts';
import { passDocuments } from './pass-documents.ts';
import { Gathered } from './preview/gathered.ts';
import { type Seen, selected } from './preview/selected.ts';
import { Trace } from './preview/trace.ts';
import { RecordingSink } from './recording-sink.ts';

export interface PreviewOptions {
  /** Records of each source; with `id`, of all. @default 3, and 1 with `id` */
  readonly count?: number | undefined;
  /** Only records whose `id` or `_id` this is. */
  readonly id?: string | undefined;
  /** What `-` reads. @default standard input */
  readonly input?: Readable;
  /** Milliseconds since 1970. @default now */
  readonly startedAt?: number;
  /** Is told how far references are indexed and all documents surveyed, where steps have to know them. */
  readonly onPhase?: (progress: PhaseProgress) => void;
}

/** @throws Fatal when a source cannot be read, or no record has the id */
export async function preview(plan: Plan, options: PreviewOptions = {}): Promise<PreviewedRecord[]> {
  const { id, count = id === undefined ? 3 : 1, input, startedAt = Date.now(), onPhase } = options;
  const seen: Seen = { place: { source: '', line: 0, offset: 0 }, looked: 0, given: 0 };
  const sources = await openFileSources(plan.sources, dirname(plan.file), input);
  const shards = selected(sources, { count, id }, seen);
  const records: PreviewedRecord[] = [];
  const gathered = new Gathered(() => seen.place);
  /** The step that has made the documents in hand. */
  let maker: number | undefined;
  const onRoot = (document: PreviewedDocument): void => {
    const of = maker === undefined ? undefined : gathered.next(maker);
    records.push({ at: seen.place, entity: document.entity, document, ...(of && { of }) });
  };
  const add = (reject: Reject): void => {
    if (reject.stage === 'parse') records.push(unreadable(reject));
  };
  const sink = await RecordingSink.open(plan, shards);
  const trace = new Trace(sink, gathered, onRoot);
  const steps = plan.steps.map((step) => trace.watched(step));
  try {
    await passDocuments({ ...plan, steps }, shards, {
      sink,
      books: { tally: new Tally(), observe: () => {}, rejects: { add } },
      startedAt,
      // What a step has to know of all documents does not depend on which ones people look at, and is not looked at.
      surveyed: { plan, shards: sources },
      onPhase,
      watch: (router) => trace.before(router),
      onRefused(refused) {
        // Without a document it is what would have been made.
        if (!trace.refused(refused)) records.push(unmade(refused));
      },
      onShard: ({ source, enters }) => {
        if (enters === 0) return;
        maker = enters - 1;
        seen.place = { source, line: 0, offset: 0 };
      },
    });
  } finally {
    await sink.close();
  }
  if (id !== undefined && seen.given === 0) throw notFound(id, seen.looked);
  return records;
}

function unmade({ index, name, entity, rejection }: Refused): PreviewedRecord {
  const at = { source: `transforms[${index}] ${name}`, line: 0, offset: 0 };
  return { at, entity, unreadable: { original: '', rejection } };
}

function unreadable({ place, entity, code, message, original }: Reject): PreviewedRecord {
  const text =
    typeof original === 'object' ? original.toString(isUtf8(original) ? 'utf8' : 'latin1') : (original ?? '');
  return { at: { ...place }, entity, unreadable: { original: text, rejection: { code, message } } };
}

function notFound(id: string, looked: number): Fatal {
  return new Fatal(
    'usage',
    `No document has the id ${JSON.stringify(id)}; ${amountText(looked, 'record')} looked at.`,
    {
      advice: 'The id is looked for in "id" and "_id", as the source has it.',
    },
  );
}
