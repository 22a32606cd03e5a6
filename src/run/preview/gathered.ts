/** What is a document made of that a step across documents has made? Listens to what the step gathers, key by key. */
import type { Document } from '../../document/document.ts';
import type { Place, RecordOrigin, RecordPlace } from '../../document/position.ts';
import { wireText } from '../../document/wire-text.ts';
import type { GatheredDocument } from '../../report/preview.ts';
import type { Gathering, KeyedGathering, Refused } from '../../transform/gathering.ts';

interface Member extends GatheredDocument {
  readonly origin: RecordOrigin;
}

/** The documents of one key. */
interface Group {
  readonly members: Member[];
  /** It comes to nothing, or has come to something already. */
  isOver: boolean;
}

export class Gathered {
  /** By step and key, in the order in which keys came: that of what is made. */
  readonly #groups = new Map<number, Map<string, Group>>();
  readonly #place: () => Place;

  /** @param place of the record that is passing */
  constructor(place: () => Place) {
    this.#place = place;
  }

  /** The same gathering, with somebody who listens. */
  listening(step: number, gathering: Gathering | undefined): Gathering | undefined {
    if (!isKeyed(gathering)) return gathering;
    const groups = new Map<string, Group>();
    this.#groups.set(step, groups);
    const heard: KeyedGathering = {
      add: (document, key, from) => {
        this.#add(groups, document, key, from);
        gathering.add(document, key, from);
      },
      flush: () => gathering.flush(),
      settle: () => gathering.settle(),
      combine: (barrier) => gathering.combine(barrier),
      combined: gathering.combined,
      close: () => gathering.close(),
    };
    return heard;
  }

  /** What the next document is made of that the step has made. */
  next(step: number): readonly GatheredDocument[] | undefined {
    for (const group of this.#groups.get(step)?.values() ?? []) {
      if (group.isOver) continue;
      group.isOver = true;
      return group.members.map(({ at, entity, text }) => ({ at, entity, text }));
    }
    return undefined;
  }

  /** A document of a key, or what would have been made of it, is rejected. */
  refused({ index, origin, text }: Refused): void {
    const json = text?.toString('utf8');
    const isMeant = (member: Member): boolean =>
      member.origin.shard === origin.shard &&
      member.origin.index === origin.index &&
      (json === undefined || member.text === json);
    for (const group of this.#groups.get(index)?.values() ?? []) {
      // Of what would have been made, the first document of the key is named.
      const members = json === undefined ? group.members.slice(0, 1) : group.members;
      if (group.isOver && json === undefined) continue;
      if (!members.some(isMeant)) continue;
      group.isOver = true;
      return;
    }
  }

  #add(groups: Map<string, Group>, document: Document, key: Int32Array, from: RecordPlace): void {
    const name = key.join(' ');
    let group = groups.get(name);
    if (group === undefined) groups.set(name, (group = { members: [], isOver: false }));
    const { tape, root, entity } = document;
    const text = wireText(tape, root).toString('utf8');
    const { shard, index } = from;
    group.members.push({ at: { ...this.#place() }, entity, text, origin: { shard, index } });
  }
}

function isKeyed(gathering: Gathering | undefined): gathering is KeyedGathering {
  return gathering !== undefined && 'add' in gathering;
}
