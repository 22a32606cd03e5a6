/** What stands at one path of a policy, over all documents? Counted by kind, with a few examples of what is worth one. */
import type { NoticeExample } from '../document/notice.ts';
import { ARRAY, FALSE, NULL, NUMBER, OBJECT, STRING, TRUE } from '../document/tape.ts';

/** Examples that a report shows. */
const EXAMPLES = 3;
const SPELLINGS = 20;

export class PathTally {
  /** Documents by kind of value; 0 stands for missing. */
  readonly kinds: Float64Array = new Float64Array(8);
  /** Of documents where it is missing or null. */
  readonly empty: NoticeExample[] = [];
  /** Of documents where it is an object or an array. */
  readonly levels: NoticeExample[] = [];
  /** Documents where an array lies on the way. */
  arrays = 0;
  /** Documents that have another spelling of the path instead. */
  otherwise = 0;
  /** Those spellings, with the number of documents; not more than are worth telling. */
  readonly spellings: Map<string, number> = new Map();
  readonly misspelt: NoticeExample[] = [];

  get missing(): number {
    return this.kinds[0]!;
  }

  get nulls(): number {
    return this.kinds[NULL]!;
  }

  get documents(): number {
    return this.kinds.reduce((sum, count) => sum + count, 0);
  }

  /** Documents where it is an object or an array. */
  get notScalar(): number {
    return this.kinds[OBJECT]! + this.kinds[ARRAY]!;
  }

  /** The types that come, with the number of documents; missing and null aside. */
  types(): Readonly<Record<string, number>> {
    const counts = {
      string: this.kinds[STRING]!,
      number: this.kinds[NUMBER]!,
      boolean: this.kinds[TRUE]! + this.kinds[FALSE]!,
      object: this.kinds[OBJECT]!,
      array: this.kinds[ARRAY]!,
    };
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  }

  addSpelling(spelling: string): void {
    this.otherwise++;
    const count = this.spellings.get(spelling);
    if (count !== undefined || this.spellings.size < SPELLINGS) this.spellings.set(spelling, (count ?? 0) + 1);
  }

  wantsExample(examples: readonly NoticeExample[]): boolean {
    return examples.length < EXAMPLES;
  }
}
