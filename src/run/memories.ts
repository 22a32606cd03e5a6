/** What do the steps of a plan remember over the whole run? One memory for each space of keys, in a folder of its own. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Settled } from '../document/settled.ts';
import type { Plan } from '../plan/plan.ts';
import type { SavedRun } from '../state/saved-run.ts';
import { RememberedKeys } from './remembered-keys.ts';
import { inState, ofPart } from './state-names.ts';

/** The folder in the state folder in which they lie. */
const REMEMBERED = 'remembered';

export class Memories {
  readonly bySpace: ReadonlyMap<string, RememberedKeys>;
  readonly #folder: string;

  /** Opens them anew, or as they were when a run stopped. */
  constructor(plan: Pick<Plan, 'steps'>, stateFolder: string, resumed: SavedRun | undefined) {
    this.#folder = join(stateFolder, REMEMBERED);
    if (resumed === undefined) this.remove();
    const spaces = plan.steps.flatMap(({ remembers }) => (remembers === undefined ? [] : [remembers]));
    this.bySpace = new Map([...new Set(spaces)].map((space, number) => [space, this.#open(number, resumed)]));
  }

  /** Resolves when all that was kept is in the files. */
  async flush(): Promise<void> {
    for (const memory of this.bySpace.values()) await memory.flush();
  }

  /** What describes all that was kept, by the names that its facts are kept by. */
  settle(): [name: string, Settled][] {
    return [...this.bySpace.values()].map((memory, number) => [
      `${REMEMBERED}[${number}]`,
      inState(partFolder(number), memory.settle()),
    ]);
  }

  close(): void {
    for (const memory of this.bySpace.values()) memory.close();
  }

  /** What was remembered is of no use behind the end of the run. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #open(number: number, resumed: SavedRun | undefined): RememberedKeys {
    const folder = join(this.#folder, String(number));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return new RememberedKeys(folder, resumed && ofPart(partFolder(number), resumed.files));
  }
}

/** Where in the state folder the files of a memory lie. */
function partFolder(number: number): string {
  return `${REMEMBERED}/${number}`;
}
