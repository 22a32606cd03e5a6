/** What does a dry run keep? Nothing: what stands for the state and the rejects file counts and forgets. */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Observe } from '../document/notice.ts';
import { RejectLines } from '../report/reject-lines.ts';
import type { Rejects } from '../report/rejects.ts';
import type { Store } from '../state/store.ts';

/** What a run needs of its state. */
export type RunStore = Pick<
  Store,
  | 'folder'
  | 'saved'
  | 'notice'
  | 'lost'
  | 'loss'
  | 'begin'
  | 'goOn'
  | 'isDue'
  | 'commit'
  | 'amend'
  | 'announce'
  | 'whileHeld'
  | 'close'
>;
/** What a run needs of its rejects file. */
export type RunRejects = Pick<Rejects, keyof Rejects>;

export const UNWRITTEN_STORE: RunStore = {
  folder: '',
  saved: undefined,
  notice: undefined,
  lost: new AbortController().signal,
  loss: undefined,
  begin() {},
  goOn() {},
  isDue: () => false,
  commit() {},
  amend() {},
  announce(_files, publish) {
    publish();
  },
  whileHeld: (act) => act(),
  close() {},
};

/** Where steps across documents may keep what does not fit into memory, until the dry run is over. */
export function scratchFolder(): string {
  return join(tmpdir(), `remodel-${randomUUID()}`);
}

export function unwrittenRejects(observe: Observe): RunRejects {
  const lines = new RejectLines(observe);
  let length = 0;
  const forget = (): void => {
    length += lines.length;
    lines.clear();
  };
  return {
    get length() {
      return length;
    },
    add(reject) {
      lines.add(reject);
      forget();
    },
    append(text) {
      length += text.length;
    },
    flush() {},
    close() {},
  };
}
