/** Where does a run of plain bytes in a string end? Looks at four of them at once. */

/**
 * Skips plain bytes of a string four at a time, as far as `last`; stops at or before the first quote, backslash or
 * control character (of four bytes, the subtractions borrow into the highest bit of one that is the byte sought).
 */
export function skipPlain(view: DataView, from: number, last: number): number {
  let position = from;
  for (; position < last; position += 4) {
    const four = view.getInt32(position, true);
    const quotes = four ^ 0x22222222;
    const slashes = four ^ 0x5c5c5c5c;
    const hits =
      ((quotes - 0x01010101) & ~quotes) | ((slashes - 0x01010101) & ~slashes) | ((four - 0x20202020) & ~four);
    if ((hits & 0x80808080) !== 0) break;
  }
  return position;
}

let viewed: Uint8Array = new Uint8Array(0);
let view = new DataView(viewed.buffer);
let viewedBefore = viewed;
let viewBefore = view;

/** The bytes as a view of numbers; the buffers of a batch and of what steps write are asked for in turn, many times. */
export function viewOf(bytes: Uint8Array): DataView {
  if (bytes === viewed) return view;
  const wanted = bytes === viewedBefore ? viewBefore : new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  viewedBefore = viewed;
  viewBefore = view;
  viewed = bytes;
  view = wanted;
  return view;
}
