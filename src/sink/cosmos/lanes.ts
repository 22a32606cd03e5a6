/** Which range has a document? The ranges of a container as the service has told them last, each with its queue. */
import type { Container } from '@azure/cosmos';
import type { Item } from './item.ts';
import type { Lane, Range } from './lane.ts';

export class Lanes {
  readonly #container: Container;
  readonly #make: (range: Range, ranges: number) => Lane;
  #lanes: readonly Lane[] = [];
  #refreshing: Promise<void> | undefined;

  constructor(container: Container, make: (range: Range, ranges: number) => Lane) {
    this.#container = container;
    this.#make = make;
  }

  get all(): readonly Lane[] {
    return this.#lanes;
  }

  /** The range that an effective partition key lies in. */
  of(place: string): Lane {
    const lane = this.#lanes.find(({ range }) => range.min <= place && place < range.max);
    if (lane === undefined) throw new Error(`The service has told no range for the partition key hash ${place}.`);
    return lane;
  }

  /**
   * Asks the service where the ranges are now.
   * @param homeless gets what waited for a range that is gone
   */
  async refresh(homeless: (items: readonly Item[]) => void): Promise<void> {
    this.#refreshing ??= this.#read()
      .then((ranges) => this.#apply(ranges, homeless))
      .finally(() => {
        this.#refreshing = undefined;
      });
    await this.#refreshing;
  }

  close(): void {
    for (const lane of this.#lanes) lane.close();
  }

  async #read(): Promise<readonly Range[]> {
    const { resources } = await this.#container.readPartitionKeyRanges().fetchAll();
    const ranges = (resources as RawRange[]).map(({ id, minInclusive, maxExclusive }) => ({
      id,
      min: minInclusive,
      max: maxExclusive,
    }));
    if (ranges.length === 0) throw new Error('The service has told no range of the container.');
    const parents = new Set((resources as RawRange[]).flatMap((range) => range.parents ?? []));
    // A range that was split may still be listed beside its parts for a moment.
    return ranges.filter(({ id }) => !parents.has(id));
  }

  #apply(ranges: readonly Range[], homeless: (items: readonly Item[]) => void): void {
    const before = this.#lanes;
    this.#lanes = ranges.map(
      (range) => before.find((lane) => isSame(lane.range, range)) ?? this.#make(range, ranges.length),
    );
    const gone = before.filter((lane) => !this.#lanes.includes(lane));
    for (const lane of gone) {
      lane.close();
      homeless(lane.takeAll());
    }
  }
}

interface RawRange {
  readonly id: string;
  readonly minInclusive: string;
  readonly maxExclusive: string;
  readonly parents?: readonly string[];
}

function isSame(one: Range, other: Range): boolean {
  return one.id === other.id && one.min === other.min && one.max === other.max;
}
