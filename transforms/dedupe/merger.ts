/** What do several documents come to that are one? Each property has the value of the last one that has it; the id is that of the first. */
import type { Document } from '../../src/document/document.ts';
import { textOf } from '../../src/document/decode.ts';
import { firstMember, keyAt, nextMember, valueAt } from '../../src/document/members.ts';
import { compareOrder, type OrderValue, orderValue } from '../../src/document/order.ts';
import { OutputBuffer } from '../../src/document/output-buffer.ts';
import type { Path } from '../../src/document/path.ts';
import { readAt } from '../../src/document/read.ts';
import { END } from '../../src/document/tape.ts';
import { writeText } from '../../src/document/wire-text.ts';
import type { Judge } from '../../src/transform/contest.ts';

interface Property {
  /** As it stands in an object; several where a document repeats it. */
  readonly members: Buffer[];
  readonly order: OrderValue | undefined;
}

export class Merger implements Judge {
  readonly #by: Path | undefined;
  /** In the order in which they came first. */
  readonly #properties = new Map<string, Property>();

  /** @param by says which values are later. @default the order in which documents come */
  constructor(by: Path | undefined) {
    this.#by = by;
  }

  take({ tape, root }: Document): void {
    const order = this.#by && orderValue(tape, readAt(tape, root, this.#by));
    const own = new Map<string, Property>();
    for (let cursor = firstMember(tape, root); cursor !== END; cursor = nextMember(tape, root, cursor)) {
      const name = textOf(tape, keyAt(tape, cursor));
      const output = new OutputBuffer(1 << 6);
      writeText(tape, keyAt(tape, cursor), output);
      output.byte(COLON);
      writeText(tape, valueAt(tape, cursor), output);
      const member = output.bytes.subarray(0, output.length);
      const before = own.get(name);
      if (before === undefined) own.set(name, { members: [member], order });
      else before.members.push(member);
    }
    for (const [name, property] of own) if (this.#isLater(name, order)) this.#properties.set(name, property);
  }

  /** It stands in the place of the first one. */
  finish(output: OutputBuffer): number {
    output.byte(OPEN);
    let isFirst = true;
    for (const { members } of this.#properties.values()) {
      for (const member of members) {
        if (!isFirst) output.byte(COMMA);
        isFirst = false;
        output.copy(member, 0, member.length);
      }
    }
    output.byte(CLOSE);
    this.#properties.clear();
    return 0;
  }

  #isLater(name: string, order: OrderValue | undefined): boolean {
    const before = this.#properties.get(name);
    if (before === undefined) return true;
    if (name === 'id') return false;
    return order === undefined || before.order === undefined || compareOrder(order, before.order) >= 0;
  }
}

const OPEN = 123;
const CLOSE = 125;
const COMMA = 44;
const COLON = 58;
