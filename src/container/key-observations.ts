/**
 * What should people know about the values at the paths of a container's policy? Counted while documents are taken,
 * whether they are kept in the end or not, and told once at the end.
 */
import type { NoticeExample } from '../document/notice.ts';
import type { Path } from '../document/path.ts';
import type { Place } from '../document/position.ts';
import { ARRAY, MISSING, NULL, type Tape, type Value } from '../document/tape.ts';
import type { KeyValues } from './key-values.ts';
import { meetsArray, otherSpelling } from './path-spelling.ts';
import { PathTally } from './path-tally.ts';
import { plainValue } from './plain-value.ts';
import type { ContainerPolicy } from './policy.ts';

export interface ObservedPath {
  readonly path: Path;
  readonly tally: PathTally;
}

export class KeyObservations {
  /** The levels of the partition key. */
  readonly partition: readonly ObservedPath[];
  /** The paths of all constraints. */
  readonly unique: readonly ObservedPath[];

  constructor(policy: ContainerPolicy) {
    this.partition = policy.partitionKey.map(observed);
    this.unique = policy.uniqueKeys.flat().map(observed);
  }

  add(tape: Tape, root: Value, values: KeyValues, place: Place): void {
    for (let i = 0; i < this.partition.length; i++) count(this.partition[i]!, values.partition[i]!);
    for (let i = 0; i < this.unique.length; i++) count(this.unique[i]!, values.unique[i]!);

    function count({ path, tally }: ObservedPath, value: Value): void {
      const kind = value === MISSING ? 0 : tape.kind(value);
      tally.kinds[kind]!++;
      if (kind > ARRAY && kind !== NULL) return;
      if (kind === 0) {
        if (path.segments.length > 1 && meetsArray(tape, root, path)) tally.arrays++;
        countSpelling(path, tally);
      }
      const examples = kind === 0 || kind === NULL ? tally.empty : tally.levels;
      if (tally.wantsExample(examples)) examples.push(example());
    }

    function countSpelling(path: Path, tally: PathTally): void {
      const spelling = otherSpelling(tape, root, path);
      if (spelling === undefined) return;
      tally.addSpelling(spelling);
      if (tally.wantsExample(tally.misspelt)) tally.misspelt.push({ ...example(), value: spelling });
    }

    function example(): NoticeExample {
      return { place: { ...place }, id: String(plainValue(tape, values.id)) };
    }
  }
}

function observed(path: Path): ObservedPath {
  return { path, tally: new PathTally() };
}
