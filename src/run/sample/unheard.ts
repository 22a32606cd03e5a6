/** What does a step across documents gather of a sample? It may refuse documents; of the others nothing is made, as that is not to be had of a part. */
import type { KeyedGathering } from '../../transform/gathering.ts';

export const UNHEARD: KeyedGathering = {
  add: () => {},
  flush: () => Promise.resolve(),
  settle: () => ({ files: {}, facts: undefined }),
  combine: () => Promise.resolve(),
  combined: { file: '', entity: '' },
  close: () => {},
};
