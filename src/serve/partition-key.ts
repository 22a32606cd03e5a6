/** Which logical partition does a request mean? Its partition key is JSON in a header, or in an operation of a batch. */
import { header, type ServedRequest } from './request.ts';

/** The levels of the key, `{}` for a missing one; `undefined` where the request names none, a text for what is no key. */
export function partitionKeyOf(request: ServedRequest): readonly unknown[] | string | undefined {
  const text = header(request, 'x-ms-documentdb-partitionkey');
  return text === undefined ? undefined : readPartitionKey(text);
}

export function readPartitionKey(text: string): readonly unknown[] | string {
  try {
    const levels: unknown = JSON.parse(text);
    if (Array.isArray(levels)) return levels as unknown[];
  } catch {
    // Said below.
  }
  return `The partition key ${text.slice(0, 200)} is no JSON array.`;
}
