/** Do several documents of a reference have one key, where lookups take the first of them? Then people should know. */
import type { Observe } from '../../document/notice.ts';
import { Buffer } from 'node:buffer';
import type { Path } from '../../document/path.ts';
import { shownId } from '../../document/shown-id.ts';
import { Tape } from '../../document/tape.ts';
import type { Shard } from '../../source/source.ts';
import type { ReferenceText } from './reference-text.ts';
import type { Repeated } from './sorted-index.ts';

export interface RepeatedIn {
  /** What the documents are called. */
  readonly entities: readonly string[];
  readonly foreign: Path;
  /** Whether a lookup names them; else a step finds those that it works on. */
  readonly isReference: boolean;
  /** Of the documents; others were made on the way. */
  readonly shards: readonly Pick<Shard, 'number' | 'source'>[];
}

export function noteRepeated(
  { entities, foreign, isReference, shards }: RepeatedIn,
  { count, places }: Repeated,
  documents: ReferenceText,
  observe: Observe,
): void {
  if (count === 0) return;
  const taken = isReference ? 'with one: true a lookup takes the first' : 'the first one is taken';
  const message = `Documents of ${entities.join(' and ')} have a value at ${foreign.text} that others before them have; ${taken}.`;
  const [entity, ...others] = entities;
  const named = others.length > 0 || entity === undefined ? {} : { entity };
  const notice = { code: 'REFERENCE_KEY_REPEATED', ...named, path: foreign.text, message };
  const tape = new Tape();
  places.forEach((place, i) => {
    tape.begin(Buffer.alloc(1));
    const id = shownId(tape, documents.documentAt(tape, place));
    const { shard, line, offset } = documents.cameFrom(place);
    const source = shards.find(({ number }) => number === shard)?.source;
    const example = {
      ...(source !== undefined && line > 0 && { place: { source, line, offset } }),
      ...(id !== undefined && { id }),
    };
    // The first notice stands for all that have no example of their own.
    const stands = i === 0 ? count - places.length + 1 : 1;
    observe({ ...notice, count: stands, ...(Object.keys(example).length > 0 && { example }) });
  });
}
