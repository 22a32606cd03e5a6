/** What is remarkable about an item that is accepted? Its id, its size, the number of its properties. */
import { textOf } from '../document/decode.ts';
import type { Observe } from '../document/notice.ts';
import type { Place } from '../document/position.ts';
import type { Tape, Value } from '../document/tape.ts';
import { idRisk } from './item-id.ts';
import { countProperties, MOST_PROPERTIES } from './item-properties.ts';
import { LARGEST_ITEM, NEARLY_TOO_LARGE } from './item-size.ts';

export function noticeItem(
  tape: Tape,
  root: Value,
  id: Value,
  size: number,
  place: Place,
  container: string,
  observe: Observe,
): void {
  const risk = idRisk(tape, id);
  if (risk !== undefined) {
    const message = `An id ${risk}. The service accepts that, but SDKs and tools that build URLs of ids stumble over it.`;
    observe({ code: 'ID_RISKY', container, path: '/id', message, example: example() });
  }
  if (size >= NEARLY_TOO_LARGE) {
    const message = `A document has ${size} bytes: under the limit as it is read here (${LARGEST_ITEM}), but not if the service means ${NEARLY_TOO_LARGE}, and with little room to grow.`;
    observe({ code: 'ITEM_NEARLY_TOO_LARGE', container, message, example: example() });
  }
  const properties = countProperties(tape, root);
  if (properties > MOST_PROPERTIES) {
    const message = `A document has ${properties} properties (an array counts as one); analytics mirroring takes ${MOST_PROPERTIES} columns.`;
    observe({ code: 'TOO_MANY_PROPERTIES', container, message, example: example() });
  }

  function example(): { readonly place: Place; readonly id: string } {
    return { place: { ...place }, id: textOf(tape, id) };
  }
}
